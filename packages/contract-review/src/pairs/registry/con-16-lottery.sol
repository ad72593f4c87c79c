pragma solidity ^0.8.0;
interface Beacon { function fulfilled(uint256 id) external view returns (uint256); }
contract Lottery {
    Beacon public beacon;
    constructor(Beacon b) payable { beacon = b; }
    function play(uint256 id) external payable {
        require(msg.value == 1 ether, "stake");
        uint256 roll = uint256(keccak256(abi.encodePacked(block.timestamp, msg.sender))) % 10; //!
        uint256 roll = beacon.fulfilled(id) % 10; //+
        if (roll == 7) payable(msg.sender).transfer(5 ether);
    }
}
