pragma solidity ^0.8.0;
contract Caller {
    mapping(bytes32 => bytes) public results;
    address public owner = msg.sender;
    function probe(address target) external {
        (bool ok, bytes memory answer) = target.call{value: 0}(""); //!
        (bool ok, ) = target.call{value: 0}(""); //+
        require(ok, "failed");
    }
}
