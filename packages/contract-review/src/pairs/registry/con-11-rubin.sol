pragma solidity ^0.4.24;
contract Rubin {
    address public owner;
    function rubin() public { owner = msg.sender; } //!
    constructor() public { owner = msg.sender; } //+
    function () external payable {}
    function take() public { require(msg.sender == owner); msg.sender.transfer(address(this).balance); }
}
