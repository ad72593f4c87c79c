pragma solidity ^0.8.0;
contract Taxed {
    address public owner = msg.sender;
    uint256 public fee;
    mapping(address => uint256) public balances;
    function setFee(uint256 next) external {
        require(msg.sender == owner, "not owner");
        require(next <= 500, "too high"); //+
        fee = next; //@
    }
    function move(address to, uint256 amount) external { balances[msg.sender] -= amount; balances[to] += amount * (10000 - fee) / 10000; }
}
