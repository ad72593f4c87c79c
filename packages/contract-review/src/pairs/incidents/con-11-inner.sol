pragma solidity ^0.4.24;
contract Game {
    address public owner;
    constructor() public payable { owner = msg.sender; }
    function win(uint256 guess) public payable { require(guess == 7); _payOut(); }
    function _payOut() { msg.sender.transfer(address(this).balance); } //!
    function _payOut() internal { msg.sender.transfer(address(this).balance); } //+
}
