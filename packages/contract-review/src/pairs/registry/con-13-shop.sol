pragma solidity ^0.8.0;
interface Coin { function transferFrom(address a, address b, uint256 c) external returns (bool); }
contract Shop {
    Coin public coin;
    mapping(address => uint256) public bought;
    constructor(Coin c) { coin = c; }
    function buy(uint256 amount) external {
        coin.transferFrom(msg.sender, address(this), amount); //!
        require(coin.transferFrom(msg.sender, address(this), amount), "unpaid"); //+
        bought[msg.sender] += amount;
    }
}
