/** A bank that pays before it writes, and where it does so. */
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

export const GREETER = `pragma solidity ^0.8.0;
contract Greeter {
    address public immutable owner;
    string public greeting;
    constructor() { owner = msg.sender; greeting = "hello"; }
    function greet(string calldata next) external {
        require(msg.sender == owner, "not owner");
        greeting = next;
    }
}
`;
