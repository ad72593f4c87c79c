pragma solidity ^0.8.0;
contract Members {
    mapping(uint256 => address) public members;
    mapping(address => uint256) public credit;
    uint256 public count;
    function join() external { members[count] = msg.sender; count++; }
    function credited() external { //-
        for (uint256 i = 0; i < count; i++) credit[members[i]] += 1; //!
    } //-
    function credited(uint256 from, uint256 to) external { //+
        for (uint256 i = from; i < to; i++) credit[members[i]] += 1; //+
    } //+
}
