pragma solidity ^0.8.0;
interface Coin { function balanceOf(address a) external view returns (uint256); function balanceOfAt(address a, uint256 b) external view returns (uint256); }
contract Rewards {
    Coin public coin;
    uint256 public snapshotId = 1;
    mapping(address => uint256) public claimed;
    constructor(Coin c) payable { coin = c; }
    function claimReward() external {
        uint256 amount = coin.balanceOf(msg.sender) / 100; //!
        uint256 amount = coin.balanceOfAt(msg.sender, snapshotId) / 100 - claimed[msg.sender]; //+
        claimed[msg.sender] += amount; //+
        payable(msg.sender).transfer(amount);
    }
}
