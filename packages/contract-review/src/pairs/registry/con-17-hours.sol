pragma solidity ^0.8.0;
contract Hours {
    uint256 public last;
    function claim() external payable {
        require(block.timestamp % 15 == 0, "not now"); //!
        require(block.timestamp >= last + 7 days, "not now"); //+
        last = block.timestamp;
        payable(msg.sender).transfer(address(this).balance / 2);
    }
}
