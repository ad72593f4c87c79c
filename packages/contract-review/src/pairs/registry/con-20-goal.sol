pragma solidity ^0.8.0;
contract Goal {
    uint256 public paid;
    address public winner;
    function put() external payable {
        require(msg.value == 1 ether, "one");
        paid += msg.value;
        if (address(this).balance == 7 ether) winner = msg.sender; //!
        if (paid == 7 ether) winner = msg.sender; //+
    }
    function take() external { require(msg.sender == winner); payable(winner).transfer(address(this).balance); }
}
