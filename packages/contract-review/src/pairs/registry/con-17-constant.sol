pragma solidity ^0.8.0;
contract Pyramid {
    uint256 constant ROUND = 1 minutes; //-
    uint256 constant ROUND = 3 days; //+
    uint256 public last;
    function invest() external payable { last = block.timestamp; }
    function claim() external {
        require(block.timestamp >= last + ROUND, "running"); //@
        payable(msg.sender).transfer(1 ether);
    }
}
