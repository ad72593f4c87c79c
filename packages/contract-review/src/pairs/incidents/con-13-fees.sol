pragma solidity ^0.8.0;
interface Coin { function transferFrom(address a, address b, uint256 c) external returns (bool); function balanceOf(address a) external view returns (uint256); }
contract Farm {
    mapping(address => mapping(address => uint256)) public staked;
    function stake(Coin coin, uint256 amount) external {
        uint256 before = coin.balanceOf(address(this)); //+
        require(coin.transferFrom(msg.sender, address(this), amount), "unpaid"); //@
        amount = coin.balanceOf(address(this)) - before; //+
        staked[address(coin)][msg.sender] += amount;
    }
}
