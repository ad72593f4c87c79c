pragma solidity ^0.8.0;
contract Mintable {
    address public owner = msg.sender;
    uint256 public total;
    mapping(address => uint256) public balances;
    function mint(address to, uint256 amount) external {
        require(msg.sender == owner, "not owner");
        require(total + amount <= 1000 ether, "cap"); //+
        total += amount;
        balances[to] += amount; //@
    }
}
