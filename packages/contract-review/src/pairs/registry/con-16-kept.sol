pragma solidity ^0.8.0;
interface Beacon { function fulfilled(uint256 id) external view returns (uint256); }
contract Raffle {
    Beacon public beacon;
    address[] public tickets;
    uint256 private seed;
    constructor(Beacon b) { beacon = b; }
    function join() external payable { require(msg.value == 1 ether, "stake"); tickets.push(msg.sender); stir(); }
    function stir() internal { seed = block.timestamp; } //-
    function stir() internal { seed = tickets.length; } //+
    function mixed() internal view returns (uint256) { return uint256(keccak256(abi.encode(seed, tickets.length))); } //!
    function mixed() internal view returns (uint256) { return beacon.fulfilled(seed); } //+
    function draw() external { payable(tickets[mixed() % tickets.length]).transfer(address(this).balance); } //@
}
