import type { PlantedBank } from './part.ts';

type ContractSubject = { readonly name: string; readonly balance: string; readonly put: string; readonly take: string };

const SUBJECTS: readonly ContractSubject[] = [
  { name: 'Vault', balance: 'balanceOf', put: 'deposit', take: 'withdraw' },
  { name: 'TipJar', balance: 'tips', put: 'tip', take: 'collect' },
  { name: 'Escrow', balance: 'held', put: 'pay', take: 'release' },
  { name: 'Savings', balance: 'savings', put: 'save', take: 'cashOut' },
  { name: 'Bounties', balance: 'bounty', put: 'fund', take: 'claim' },
  { name: 'Rent', balance: 'credit', put: 'prepay', take: 'refund' },
  { name: 'Club', balance: 'shares', put: 'join', take: 'leave' },
  { name: 'Pool', balance: 'stake', put: 'enter', take: 'exit' },
];

const put = ({ put: name, balance }: ContractSubject): string =>
  `    function ${name}() external payable { ${balance}[msg.sender] += msg.value; }`;

/** Users withdraw their deposit minus a fee of one per cent that the owner collects. */
const withFees = (s: ContractSubject, setOwner: string): string =>
  `    address public owner = msg.sender;
    uint256 public fees;
    ${setOwner}
    /// One per cent is the fee of the owner.
    function ${s.put}() external payable {
        uint256 fee = msg.value / 100;
        fees += fee;
        ${s.balance}[msg.sender] += msg.value - fee;
    }
    function ${s.take}() external {
        uint256 amount = ${s.balance}[msg.sender];
        ${s.balance}[msg.sender] = 0;
        payable(msg.sender).transfer(amount);
    }
    function collectFees() external {
        require(msg.sender == owner);
        uint256 amount = fees;
        fees = 0;
        payable(owner).transfer(amount);
    }`;

const ACTS: PlantedBank<ContractSubject>['acts'] = [
  {
    mark: 'require(done);\n        delete',
    bad: (s) =>
      `${put(s)}\n    function ${s.take}() external {\n        uint256 amount = ${s.balance}[msg.sender];\n        (bool done, ) = msg.sender.call{value: amount}("");\n        require(done);\n        delete ${s.balance}[msg.sender];\n    }`,
    good: (s) =>
      `${put(s)}\n    function ${s.take}() external {\n        uint256 amount = ${s.balance}[msg.sender];\n        delete ${s.balance}[msg.sender];\n        (bool done, ) = msg.sender.call{value: amount}("");\n        require(done);\n    }`,
  },
  {
    mark: 'function setOwner(address next) external { owner = next; }',
    bad: (s) => withFees(s, 'function setOwner(address next) external { owner = next; }'),
    good: (s) =>
      withFees(s, 'function setOwner(address next) external { require(msg.sender == owner); owner = next; }'),
  },
  {
    mark: 'unchecked { ',
    bad: (s) =>
      `${put(s)}\n    function ${s.take}(uint256 amount) external {\n        unchecked { ${s.balance}[msg.sender] -= amount; }\n        payable(msg.sender).transfer(amount);\n    }`,
    good: (s) =>
      `${put(s)}\n    function ${s.take}(uint256 amount) external {\n        ${s.balance}[msg.sender] -= amount;\n        payable(msg.sender).transfer(amount);\n    }`,
  },
  {
    mark: 'require(tx.origin == owner)',
    bad: (s) =>
      `    /// A wallet that belongs to its owner alone; nobody else has funds here.\n    address private immutable owner = msg.sender;\n    receive() external payable {}\n    function ${s.take}(address payable to) external {\n        require(tx.origin == owner);\n        to.transfer(address(this).balance);\n    }`,
    good: (s) =>
      `    /// A wallet that belongs to its owner alone; nobody else has funds here.\n    address private immutable owner = msg.sender;\n    receive() external payable {}\n    function ${s.take}(address payable to) external {\n        require(msg.sender == owner);\n        to.transfer(address(this).balance);\n    }`,
  },
  {
    mark: 'keccak256(abi.encode(block.timestamp, msg.sender))',
    bad: (s) =>
      `    function ${s.put}() external payable {\n        require(msg.value == 1 ether);\n        if (uint256(keccak256(abi.encode(block.timestamp, msg.sender))) % 2 == 0 && address(this).balance >= 2 ether)\n            payable(msg.sender).transfer(2 ether);\n    }`,
    good: (s) =>
      `    mapping(uint256 => address) public player;\n    uint256 public next;\n    function ${s.put}() external payable {\n        require(msg.value == 1 ether);\n        player[next++] = msg.sender;\n    }\n    function ${s.take}(uint256 id) external {\n        require(player[id] == msg.sender);\n        delete player[id];\n        payable(msg.sender).transfer(1 ether);\n    }`,
  },
  {
    mark: 'ecrecover(keccak256(abi.encode(to, amount))',
    bad: (s) =>
      `    address private immutable signer = msg.sender;\n    receive() external payable {}\n    function ${s.take}(address payable to, uint256 amount, uint8 v, bytes32 r, bytes32 t) external {\n        require(ecrecover(keccak256(abi.encode(to, amount)), v, r, t) == signer);\n        to.transfer(amount);\n    }`,
    good: (s) =>
      `    address private immutable signer = msg.sender;\n    mapping(uint256 => bool) private used;\n    receive() external payable {}\n    function ${s.take}(address payable to, uint256 amount, uint256 nonce, uint8 v, bytes32 r, bytes32 t) external {\n        require(!used[nonce]);\n        used[nonce] = true;\n        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), to, amount, nonce));\n        require(signer != address(0) && ecrecover(digest, v, r, t) == signer);\n        to.transfer(amount);\n    }`,
  },
  {
    mark: '.delegatecall(data)',
    bad: (s) =>
      `${put(s)}\n    function extend(address module, bytes calldata data) external {\n        (bool done, ) = module.delegatecall(data);\n        require(done);\n    }`,
    good: (s) =>
      `${put(s)}\n    function ${s.take}(uint256 amount) external {\n        ${s.balance}[msg.sender] -= amount;\n        (bool done, ) = msg.sender.call{value: amount}("");\n        require(done);\n    }`,
  },
  {
    mark: 'for (uint256 i = 0; i < members.length; i++)',
    bad: (s) =>
      `    address payable[] private members;\n    function ${s.put}() external payable { require(msg.value == 1 ether); members.push(payable(msg.sender)); }\n    function ${s.take}() external {\n        for (uint256 i = 0; i < members.length; i++) members[i].transfer(1 ether);\n        delete members;\n    }`,
    good: (s) =>
      `${put(s)}\n    function ${s.take}() external {\n        uint256 amount = ${s.balance}[msg.sender];\n        ${s.balance}[msg.sender] = 0;\n        payable(msg.sender).transfer(amount);\n    }`,
  },
];

export const CONTRACTS: PlantedBank<ContractSubject> = {
  subjects: SUBJECTS,
  acts: ACTS,
  write: ({ name, balance }, act) =>
    `pragma solidity 0.8.26;\ncontract ${name} {\n    mapping(address => uint256) public ${balance};\n${act}\n}`,
};
