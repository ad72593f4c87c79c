pragma solidity ^0.8.0;
contract Sale {
    uint256 public endBlock;
    mapping(address => uint256) public bought;
    constructor(uint256 end) { endBlock = end; }
    function isOver() public view returns (bool) {
        return block.timestamp >= 1767225600; //!
        return block.number >= endBlock; //+
    }
    function buy() external payable { require(!isOver(), "over"); bought[msg.sender] += msg.value; }
}
