pragma solidity ^0.8.0;
contract Wallet {
    address public owner;
    constructor() payable { owner = msg.sender; }
    function pay(address payable to, uint256 amount) external {
        require(tx.origin == owner, "not owner"); //!
        require(msg.sender == owner, "not owner"); //+
        to.transfer(amount);
    }
}
