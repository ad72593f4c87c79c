pragma solidity ^0.7.0;
contract Points {
    mapping(address => uint256) public credit;
    bool private busy; //+
    modifier once() { require(!busy, "busy"); busy = true; _; busy = false; } //+
    function deposit() external payable { credit[msg.sender] += msg.value; }
    function give(address to, uint256 amount) external //-
    function give(address to, uint256 amount) external once //+
    {
        require(credit[msg.sender] >= amount, "too much");
        credit[msg.sender] -= amount;
        credit[to] += amount;
    }
    function refund(uint256 amount) external //-
    function refund(uint256 amount) external once //+
    {
        (bool ok, ) = msg.sender.call{value: amount}(""); //@
        require(ok, "failed");
        credit[msg.sender] -= amount;
    }
}
