pragma solidity ^0.8.0;
contract Lender {
    mapping(address => uint256) public collateral;
    mapping(address => uint256) public debt;
    uint256 private state = 1;
    modifier nonReentrant() { require(state == 1, "busy"); state = 2; _; state = 1; }
    function put() external payable nonReentrant { collateral[msg.sender] += msg.value; }
    function borrow(uint256 amount) external nonReentrant {
        require(collateral[msg.sender] >= debt[msg.sender] + amount, "too much");
        debt[msg.sender] += amount; //+
        (bool ok, ) = msg.sender.call{value: amount}(""); //@
        require(ok, "failed");
        debt[msg.sender] += amount; //-
    }
    function exit() external {
        require(debt[msg.sender] == 0, "in debt");
        uint256 amount = collateral[msg.sender];
        collateral[msg.sender] = 0;
        debt[msg.sender] = 0;
        payable(msg.sender).transfer(amount);
    }
}
