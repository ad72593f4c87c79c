pragma solidity ^0.8.0;
interface Beacon { function fulfilled(uint256 id) external view returns (uint256); }
library Cards {
    function seen(address who) internal view returns (uint256) { return uint256(keccak256(abi.encode(who, block.difficulty, block.coinbase))); } //!
    function turned(uint256 word) internal pure returns (uint256) { return word % 52; } //@
}
contract Table {
    Beacon public beacon;
    constructor(Beacon b) payable { beacon = b; }
    function deal(uint256 id) external payable {
        require(msg.value == 1 ether, "stake");
        uint256 card = Cards.turned(Cards.seen(msg.sender)); //-
        uint256 card = Cards.turned(beacon.fulfilled(id)); //+
        if (card > 40) payable(msg.sender).transfer(2 ether);
    }
}
