pragma solidity ^0.8.0;
import "@openzeppelin/contracts/token/ERC20/IERC20.sol";
contract Savings {
    IERC20 public token;
    mapping(address => uint256) public saved;
    constructor(IERC20 coin) { token = coin; }
    function save(address from, uint256 amount) external {
        require(from == msg.sender, "not yours"); //+
        require(token.transferFrom(from, address(this), amount), "failed"); //@
        saved[msg.sender] += amount;
    }
    function back(uint256 amount) external { saved[msg.sender] -= amount; require(token.transfer(msg.sender, amount), "failed"); }
}
