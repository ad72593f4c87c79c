pragma solidity ^0.8.0;
contract Batch {
    mapping(address => uint256) public balances;
    constructor() { balances[msg.sender] = 100; }
    function many(address[] calldata to, uint256 each) external {
        uint256 total;
        unchecked { total = to.length * each; } //!
        total = to.length * each; //+
        require(balances[msg.sender] >= total, "too much");
        balances[msg.sender] -= total;
        for (uint256 i = 0; i < to.length; i++) balances[to[i]] += each;
    }
}
