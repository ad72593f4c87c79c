pragma solidity ^0.8.0;
contract Packed {
    mapping(bytes32 => address) public reserved;
    function reserve(string calldata first, string calldata second) external {
        bytes32 id = keccak256(abi.encodePacked(first, second)); //!
        bytes32 id = keccak256(abi.encode(first, second)); //+
        require(reserved[id] == address(0), "taken");
        reserved[id] = msg.sender;
    }
}
