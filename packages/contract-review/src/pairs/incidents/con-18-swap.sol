pragma solidity ^0.8.0;
interface Exchange { function swapExactTokensForTokens(uint256 a, uint256 b, address[] calldata c, address d, uint256 e) external returns (uint256[] memory); }
contract Harvester {
    Exchange public exchange;
    constructor(Exchange e) { exchange = e; }
    function compound(uint256 amount, uint256 least, uint256 deadline, address[] calldata path) external {
        exchange.swapExactTokensForTokens(amount, 0, path, address(this), block.timestamp); //!
        exchange.swapExactTokensForTokens(amount, least, path, address(this), deadline); //+
    }
}
