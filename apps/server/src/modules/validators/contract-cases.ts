import { type Choose, type ComposeCase, chooseSome, SUBJECTS, titleOf, toFile, WORDS } from './compose-case.ts';

/**
 * Solidity contracts that hold money or rights. A harmful case lacks one check of its harmless counterpart, or pays
 * before it writes. Everything else is drawn identically.
 */
type Style = {
  /** The variable with the privileged address. */
  readonly owner: string;
  /** Follows the parameters of a privileged function. */
  readonly modifier: string;
  /** The first line of a privileged function. */
  readonly check: string;
};
type Core = {
  readonly state: readonly string[];
  readonly functions: readonly (readonly string[])[];
  /** Whether the owner can change, so that the variable is not immutable. */
  readonly isOwnerSet?: boolean;
  /** An initialiser sets the owner, so there is no constructor. */
  readonly isInitialised?: boolean;
};
/** The core of a contract: sound, or with the flaw in the function's name. */
type ComposeCore = (isSound: boolean, style: Style, choose: Choose) => Core;

const guarded = (
  signature: string,
  isSound: boolean,
  { modifier, check }: Style,
  lines: readonly string[],
): string[] => [
  `function ${signature} external${isSound ? modifier : ''} {`,
  ...(isSound && check !== '' ? [`    ${check}`] : []),
  ...lines.map((line) => `    ${line}`),
  '}',
];

/** Pays before it writes, so that the receiver can withdraw again through reentrancy. */
const paysFirst: ComposeCore = (isSound, _style, choose) => {
  const [credit, amount] = [choose(['credit', 'balances', 'deposits', 'shares']), choose(['amount', 'due', 'sum'])];
  const write = `    ${credit}[msg.sender] = 0;`;
  const pay = [`    (bool sent, ) = msg.sender.call{value: ${amount}}("");`, '    require(sent, "not sent");'];
  return {
    state: [`mapping(address => uint256) ${choose(['private', 'public'])} ${credit};`],
    functions: [
      [
        `function ${choose(['deposit', 'put', 'store'])}() external payable {`,
        `    ${credit}[msg.sender] += msg.value;`,
        '}',
      ],
      [
        `function ${choose(['withdraw', 'take', 'collect'])}() external {`,
        `    uint256 ${amount} = ${credit}[msg.sender];`,
        `    require(${amount} > 0, "nothing here");`,
        ...(isSound ? [write, ...pay] : [...pay, write]),
        '}',
      ],
    ],
  };
};

/** Any caller can take the whole balance. */
const paysWithoutCheck: ComposeCore = (isSound, style, choose) => ({
  state: [],
  functions: [
    ['receive() external payable {}'],
    guarded(`${choose(['sweep', 'empty', 'close', 'collect'])}()`, isSound, style, [
      choose([
        'payable(msg.sender).transfer(address(this).balance);',
        '(bool sent, ) = msg.sender.call{value: address(this).balance}(""); require(sent, "not sent");',
      ]),
    ]),
  ],
});

/** Any caller can become the owner. */
const changesOwner: ComposeCore = (isSound, style, choose) => ({
  state: [],
  isOwnerSet: true,
  functions: [
    ['receive() external payable {}'],
    guarded(`${choose(['setOwner', 'handOver', 'transferTo'])}(address next)`, isSound, style, [
      'require(next != address(0), "no address");',
      `${style.owner} = next;`,
    ]),
    guarded(`${choose(['sweep', 'collect'])}()`, true, style, [
      `payable(${style.owner}).transfer(address(this).balance);`,
    ]),
  ],
});

/** Any caller can initialise it again. */
const startsAgain: ComposeCore = (isSound, style, choose) => ({
  state: [],
  isOwnerSet: true,
  isInitialised: true,
  functions: [
    ['receive() external payable {}'],
    [
      `function ${choose(['initialize', 'init', 'setup'])}(address first) external {`,
      ...(isSound ? [`    require(${style.owner} == address(0), "already set");`] : []),
      `    ${style.owner} = first;`,
      '}',
    ],
    guarded(`${choose(['sweep', 'collect'])}()`, true, style, [
      `payable(${style.owner}).transfer(address(this).balance);`,
    ]),
  ],
});

/** The caller chooses the called code and its data. */
const callsAnything: ComposeCore = (isSound, style, choose) => ({
  state: [],
  functions: [
    ['receive() external payable {}'],
    guarded(`${choose(['run', 'execute', 'relay'])}(address target, bytes calldata data)`, isSound, style, [
      `(bool done, ) = target.${choose(['call', 'delegatecall'])}(data);`,
      'require(done, "call failed");',
    ]),
  ],
});

/** Any caller can mint units. */
const mintsWithoutCheck: ComposeCore = (isSound, style, choose) => ({
  state: ['mapping(address => uint256) public balanceOf;', 'uint256 public totalSupply;'],
  functions: [
    guarded(`${choose(['mint', 'issue', 'grant'])}(address to, uint256 amount)`, isSound, style, [
      'totalSupply += amount;',
      'balanceOf[to] += amount;',
    ]),
    [
      'function transfer(address to, uint256 amount) external returns (bool) {',
      '    balanceOf[msg.sender] -= amount;',
      '    balanceOf[to] += amount;',
      '    return true;',
      '}',
    ],
  ],
});

const CORES: readonly ComposeCore[] = [
  paysFirst,
  paysWithoutCheck,
  changesOwner,
  startsAgain,
  callsAnything,
  mintsWithoutCheck,
];

/** Functions that do not affect the verdict. */
const EXTRAS: readonly ((style: Style, choose: Choose) => { state: readonly string[]; lines: readonly string[] })[] = [
  (_style, choose) => ({
    state: [`string private label = "${choose(SUBJECTS)}";`],
    lines: ['function about() external view returns (string memory) {', '    return label;', '}'],
  }),
  (style, choose) => {
    const limit = choose(['limit', 'ceiling', 'quota']);
    const set = guarded(`set${titleOf(limit)}(uint256 next)`, true, style, [`${limit} = next;`]);
    return { state: [`uint256 public ${limit};`], lines: set };
  },
  () => ({
    state: [],
    lines: ['function held() external view returns (uint256) {', '    return address(this).balance;', '}'],
  }),
  (_style, choose) => ({
    state: [],
    lines: [
      `function ${choose(['half', 'share', 'part'])}(uint256 value) external pure returns (uint256) {`,
      `    return value / ${choose([2, 3, 4])};`,
      '}',
    ],
  }),
  (_style, choose) => {
    const event = choose(['Noted', 'Signed', 'Marked']);
    const lines = ['function note(uint256 value) external {', `    emit ${event}(msg.sender, value);`, '}'];
    return { state: [`event ${event}(address indexed by, uint256 value);`], lines };
  },
];

function styleOf(choose: Choose): Style {
  const owner = choose(['owner', 'keeper', 'admin', 'steward']);
  return choose([true, false])
    ? { owner, modifier: ` only${titleOf(owner)}`, check: '' }
    : { owner, modifier: '', check: `require(msg.sender == ${owner}, "not allowed");` };
}

export const composeContractCase: ComposeCase = (expected, choose) => {
  const style = styleOf(choose);
  const core = choose(CORES)(expected === 'SAFE', style, choose);
  const extras = chooseSome(choose, EXTRAS, choose([0, 1, 2, 3])).map((draw) => draw(style, choose));
  const contract = `${titleOf(choose(WORDS))}${titleOf(choose(SUBJECTS))}`;
  const functions = chooseSome(
    choose,
    [...core.functions, ...extras.map(({ lines }) => lines)],
    core.functions.length + extras.length,
  );
  const source = [
    '// SPDX-License-Identifier: MIT',
    `pragma solidity ^0.8.${choose([19, 20, 21, 24])};`,
    '',
    `contract ${contract} {`,
    ...indented([...core.state, ...extras.flatMap(({ state }) => state), ...ownership(core, style)]),
    ...functions.flatMap((lines) => ['', ...indented(lines)]),
    '}',
  ];
  return [toFile(`${choose(['contracts', 'src'])}/${contract}.sol`, source.join('\n'))];
};

function ownership({ isOwnerSet, isInitialised }: Core, { owner, modifier }: Style): string[] {
  return [
    `address public ${isOwnerSet === true ? '' : 'immutable '}${owner};`,
    ...(modifier === ''
      ? []
      : ['', `modifier${modifier}() {`, `    require(msg.sender == ${owner}, "not allowed");`, '    _;', '}']),
    ...(isInitialised === true ? [] : ['', 'constructor() {', `    ${owner} = msg.sender;`, '}']),
  ];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
