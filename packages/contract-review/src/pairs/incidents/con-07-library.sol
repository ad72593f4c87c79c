pragma solidity ^0.5.0;
contract WalletLibrary {
    address payable public owner;
    constructor() public payable { owner = msg.sender; }
    modifier checked() { if (msg.sender != owner) revert("not owner"); _; } //+
    function kill(address payable to) external //-
    function kill(address payable to) external checked //+
    {
        selfdestruct(to); //@
    }
}
