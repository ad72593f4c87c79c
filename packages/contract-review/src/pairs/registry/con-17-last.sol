pragma solidity ^0.8.0;
contract Pot {
    address payable public latest;
    uint256 public at;
    uint256 public count;
    function invest() external payable { require(msg.value >= 1 ether, "little"); latest = payable(msg.sender); at = block.timestamp; count += 1; }
    function end() external {
        if (block.timestamp > at + 12 hours) { //-
            latest.transfer(address(this).balance); //!
        } //-
        require(count == 100, "running"); //+
        latest.transfer(address(this).balance); //+
    }
}
