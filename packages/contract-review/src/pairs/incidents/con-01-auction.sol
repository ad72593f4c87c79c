pragma solidity ^0.7.0;
contract Auction {
    struct Bid { uint256 amount; bool open; }
    mapping(address => Bid) public bids;
    function bid() external payable { bids[msg.sender].amount += msg.value; bids[msg.sender].open = true; }
    function settle(Bid storage entry) private {
        entry.open = false; //+
        send(msg.sender, entry.amount);
        entry.open = false; //-
    }
    function send(address to, uint256 amount) private { (bool ok, ) = to.call{value: amount}(""); require(ok, "failed"); } //@
    function withdraw() external {
        Bid storage entry = bids[msg.sender];
        require(entry.open, "closed");
        settle(entry);
    }
}
