pragma solidity ^0.6.0;
contract Token {
    mapping(address => uint256) public balances;
    constructor() public { balances[msg.sender] = 1000; }
    function transfer(address to, uint256 amount) external {
        require(balances[msg.sender] >= amount, "too much"); //+
        balances[msg.sender] -= amount; //@
        balances[to] += amount;
    }
}
