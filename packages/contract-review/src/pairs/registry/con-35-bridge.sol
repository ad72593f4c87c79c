pragma solidity ^0.8.0;
contract Bridge {
    address public endpoint;
    mapping(uint16 => bytes32) public peers;
    mapping(address => uint256) public balances;
    constructor(address e) { endpoint = e; }
    function lzReceive(uint16 srcChain, bytes32 srcSender, uint64, bytes calldata payload) external { //@
        require(msg.sender == endpoint && peers[srcChain] == srcSender, "unknown peer"); //+
        (address to, uint256 amount) = abi.decode(payload, (address, uint256));
        balances[to] += amount;
    }
}
