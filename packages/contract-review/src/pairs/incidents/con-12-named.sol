pragma solidity ^0.8.0;
contract King {
    address payable public king;
    uint256 public price = 1 ether;
    function claim() external payable {
        require(msg.value > price, "too little");
        (bool ok, ) = king.call{value: price}(""); //@
        require(ok, "failed"); //+
        king = payable(msg.sender);
        price = msg.value;
    }
}
