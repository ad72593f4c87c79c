/** A bank that pays before it writes, and the line where it does. */
export const BANK = {
  line: 8,
  vulnerable: `pragma solidity ^0.8.0;
contract Bank {
    mapping(address => uint256) public credit;
    function deposit() external payable { credit[msg.sender] += msg.value; }
    function withdraw() external {
        uint256 amount = credit[msg.sender];
        require(amount > 0, "nothing");
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "failed");
        credit[msg.sender] = 0;
    }
}
`,
} as const;

/** A proxy whose owner can change its implementation, and its first implementation. */
export const DOOR = `pragma solidity ^0.8.0;
contract Greeter {
    function greet() external pure returns (string memory) { return "hello"; }
}
contract Door {
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    address public immutable owner;
    constructor(address first) {
        owner = msg.sender;
        assembly { sstore(SLOT, first) }
    }
    function replace(address next) external {
        require(msg.sender == owner, "not owner");
        assembly { sstore(SLOT, next) }
    }
    fallback() external {
        assembly {
            let target := sload(SLOT)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
`;

/** A wallet contract whose owner any caller can become, and the line of the flaw. */
export const PURSE = {
  line: 7,
  vulnerable: `pragma solidity ^0.8.0;
contract Purse {
    address public owner;
    constructor() payable { owner = msg.sender; }
    receive() external payable {}
    function setOwner(address next) external {
        owner = next;
    }
    function sweep() external { require(msg.sender == owner, "not owner"); payable(owner).transfer(address(this).balance); }
}
`,
} as const;
