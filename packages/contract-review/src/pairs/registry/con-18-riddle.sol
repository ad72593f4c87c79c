pragma solidity ^0.8.0;
contract Riddle {
    bytes32 public answer;
    mapping(address => bytes32) public promised;
    constructor(bytes32 a) payable { answer = a; }
    function promise(bytes32 what) external { promised[msg.sender] = what; }
    function solve(string calldata text) external {
        require(promised[msg.sender] == keccak256(abi.encode(msg.sender, text)), "not promised"); //+
        require(keccak256(abi.encode(msg.sender, text)) != bytes32(0)); //+
        require(keccak256(bytes(text)) == answer, "wrong"); //!
        payable(msg.sender).transfer(address(this).balance);
    }
}
