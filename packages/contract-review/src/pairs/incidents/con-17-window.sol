pragma solidity ^0.8.0;
contract Race {
    uint256 public start = block.timestamp;
    function enter() external payable {}
    function finish() external {
        if (block.timestamp < start + 30 seconds) payable(msg.sender).transfer(1 ether); //!
        if (block.timestamp < start + 2 days) payable(msg.sender).transfer(1 ether); //+
    }
}
