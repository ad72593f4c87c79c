pragma solidity ^0.8.0;
contract Purse {
    address public owner;
    constructor() payable { owner = msg.sender; }
    receive() external payable {}
    modifier onlyOwner() { require(msg.sender == owner, "not owner"); _; }
    function setOwner(address next) external //-
    function setOwner(address next) external onlyOwner //+
    {
        owner = next; //@
    }
    function sweep() external onlyOwner { payable(owner).transfer(address(this).balance); }
}
