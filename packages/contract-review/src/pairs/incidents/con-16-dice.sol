pragma solidity ^0.8.0;
contract Dice {
    mapping(address => bytes32) public promised;
    mapping(address => uint256) public madeAt;
    constructor() payable {}
    function promise(bytes32 what) external payable { promised[msg.sender] = what; madeAt[msg.sender] = block.number; }
    function roll(bytes32 secret) external {
        require(promised[msg.sender] == keccak256(abi.encode(secret, msg.sender)), "other secret"); //+
        uint256 face = uint256(blockhash(block.number - 1)) % 6; //!
        uint256 face = uint256(keccak256(abi.encode(secret, blockhash(madeAt[msg.sender] + 1)))) % 6; //+
        if (face == 5) payable(msg.sender).transfer(1 ether);
    }
}
