pragma solidity ^0.8.0;
interface Coin { function transferFrom(address a, address b, uint256 c) external returns (bool); function permit(address a, address b, uint256 c, uint256 d, uint8 v, bytes32 r, bytes32 s) external; }
contract Zap {
    Coin public coin;
    mapping(address => uint256) public credit;
    constructor(Coin c) { coin = c; }
    function zapIn(address user, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        coin.permit(user, address(this), amount, deadline, v, r, s); //-
        coin.permit(msg.sender, address(this), amount, deadline, v, r, s); //+
        require(coin.transferFrom(user, address(this), amount), "failed"); //!
        require(coin.transferFrom(msg.sender, address(this), amount), "failed"); //+
        credit[user] += amount;
    }
}
