pragma solidity ^0.8.0;
contract Jar {
    uint256 public count;
    address public owner = msg.sender;
    function put() external payable { count += 1; } //@
    function take() external { require(msg.sender == owner); payable(owner).transfer(address(this).balance); } //+
}
