pragma solidity ^0.8.0;
contract Trap {
    address private owner = msg.sender;
    mapping(address => uint256) public balances;
    constructor() { balances[msg.sender] = 1000; }
    function transfer(address to, uint256 amount) external returns (bool) {
        require(msg.sender == owner, "error"); //!
        require(balances[msg.sender] >= amount, "error"); //+
        balances[msg.sender] -= amount;
        balances[to] += amount;
        return true;
    }
}
