pragma solidity ^0.8.0;
contract NumberVault {
    bytes32 private promised;
    uint8 private number;
    constructor(bytes32 given) payable {
        number = uint8(uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), block.timestamp)))); //!
        promised = given; //+
    }
    function open(uint8 guess, bytes32 salt) external payable {
        require(msg.value == 1 ether, "stake");
        if (guess == number) payable(msg.sender).transfer(2 ether); //-
        if (keccak256(abi.encode(guess, salt)) == promised) payable(msg.sender).transfer(2 ether); //+
    }
}
