pragma solidity ^0.8.0;
contract Throne {
    address payable public leader;
    uint256 public best;
    mapping(address => uint256) public owed;
    function bid() external payable {
        require(msg.value > best, "too little");
        leader.transfer(best); //!
        owed[leader] += best; //+
        leader = payable(msg.sender);
        best = msg.value;
    }
    function fetch() external { uint256 amount = owed[msg.sender]; owed[msg.sender] = 0; payable(msg.sender).transfer(amount); }
}
