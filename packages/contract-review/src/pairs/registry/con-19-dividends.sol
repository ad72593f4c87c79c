pragma solidity ^0.8.0;
contract Dividends {
    address payable[] public holders;
    mapping(address => uint256) public share;
    function join() external payable { holders.push(payable(msg.sender)); share[msg.sender] += msg.value; }
    function pay() external { //-
        for (uint256 i = 0; i < holders.length; i++) holders[i].transfer(1 wei); //!
    } //-
    function fetch() external { //+
        uint256 amount = share[msg.sender]; //+
        share[msg.sender] = 0; //+
        payable(msg.sender).transfer(amount); //+
    } //+
}
