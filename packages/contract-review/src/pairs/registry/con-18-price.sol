pragma solidity ^0.8.0;
interface Token { function transferFrom(address from, address to, uint256 amount) external returns (bool); }
contract Shop {
    Token public token;
    address public owner = msg.sender;
    uint256 public price;
    mapping(address => uint256) public bought;
    constructor(Token t) { token = t; }
    function change(uint256 next) external { require(msg.sender == owner, "owner"); price = next; }
    function buy(uint256 most) external {
        require(price <= most, "dearer"); //+
        require(token.transferFrom(msg.sender, owner, price), "not paid"); //@
        bought[msg.sender] += 1;
    }
}
