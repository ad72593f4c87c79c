pragma solidity ^0.5.0;
contract Owned { address public owner; constructor() public { owner = msg.sender; } modifier only() { require(msg.sender == owner, "no"); _; } }
contract Gift is Owned {
    address public owner; //!
    address public giver; //+
    constructor() public payable { owner = address(1); } //-
    constructor() public payable { giver = address(1); } //+
    function take() external only { msg.sender.transfer(address(this).balance); }
}
