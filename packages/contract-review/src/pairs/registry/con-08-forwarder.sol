pragma solidity ^0.8.0;
contract Forwarder {
    mapping(address => bool) public allowed;
    constructor(address first) { allowed[first] = true; }
    function run(address target, bytes calldata data) external payable {
        require(allowed[target], "unknown target"); //+
        (bool ok, ) = target.delegatecall(data); //@
        require(ok, "failed");
    }
}
