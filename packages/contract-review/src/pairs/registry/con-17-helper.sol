pragma solidity ^0.8.0;
contract Wheel {
    uint256 public turns;
    constructor() payable {}
    function position() internal view returns (uint256) { return block.timestamp; } //-
    function position() internal view returns (uint256) { return turns; } //+
    function turn() external payable {
        require(msg.value == 1 ether, "stake");
        turns += 1;
        if (position() % 7 == 0) payable(msg.sender).transfer(2 ether); //@
    }
}
