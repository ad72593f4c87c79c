pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract Arbitrage {
    address public immutable pool;
    IERC20 public token;
    constructor(address p, IERC20 t) { pool = p; token = t; }
    function uniswapV3SwapCallback(int256 a, int256, bytes calldata) external { //@
        require(msg.sender == pool, "not the pool"); //+
        require(token.transfer(msg.sender, uint256(a)), "failed");
    }
}
