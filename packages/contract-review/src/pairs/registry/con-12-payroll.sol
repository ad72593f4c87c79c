pragma solidity ^0.8.0;
contract Payroll {
    mapping(address => uint256) public due;
    function fund(address who) external payable { due[who] += msg.value; }
    function pay(address payable who) external {
        uint256 amount = due[who];
        due[who] = 0;
        who.send(amount); //!
        require(who.send(amount), "failed"); //+
    }
}
