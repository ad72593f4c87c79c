pragma solidity ^0.8.0;
contract Tickets {
    mapping(address => uint256) public seats;
    function buy(uint256 count) external payable {
        require(msg.value == count * 1 ether, "price"); //+
        for (uint256 i = 0; i < count; i++) {
            require(msg.value >= 1 ether, "price"); //!
            seats[msg.sender] += 1;
        }
    }
    function back() external { uint256 n = seats[msg.sender]; seats[msg.sender] = 0; payable(msg.sender).transfer(n * 1 ether); }
}
