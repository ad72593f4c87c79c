pragma solidity ^0.8.0;
contract Receiver {
    address public router;
    mapping(uint64 => mapping(address => bool)) public trusted;
    address public owner = msg.sender;
    uint256 public supply;
    mapping(address => uint256) public balances;
    constructor(address r) { router = r; }
    function handle(uint32 origin, bytes32 sender, bytes calldata body) external { //@
        require(msg.sender == router, "not the mailbox");
        require(trusted[uint64(origin)][address(uint160(uint256(sender)))], "unknown sender"); //+
        (address to, uint256 amount) = abi.decode(body, (address, uint256));
        supply += amount;
        balances[to] += amount;
    }
}
