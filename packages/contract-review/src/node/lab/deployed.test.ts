import type { DeployedCode } from '@assay/analysis/types';
import type { CompiledContract, CompileSettings, ContractLab } from '@assay/analysis/types/contract-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareDeployed } from '../../review/deployed.ts';
import { openLab } from './lab.ts';

const SOURCES = [
  {
    path: 'A.sol',
    text: `pragma solidity ^0.8.0;
import "./lib/B.sol";
contract A {
    address public immutable owner;
    constructor() { owner = msg.sender; }
    function greet() external view returns (address) { return owner; }
}
`,
  },
  { path: 'lib/B.sol', text: 'contract B { function f() external pure returns (uint256) { return 7; } }\n' },
];
const REQUEST = { sources: SOURCES, pragmas: ['^0.8.0'], remappings: [] };
const OPTIMISED: CompileSettings = { runs: 200, evm: 'default', isIr: false };
const PLACE = { chainId: 84_532, address: `0x${'12'.repeat(20)}` } as const;
const METADATA = /(a2646970667358221220)[0-9a-f]{64}/;

let lab: ContractLab;
let a: CompiledContract;
let b: CompiledContract;
beforeAll(async () => {
  lab = openLab();
  const { contracts } = await lab.compile({ ...REQUEST, settings: OPTIMISED });
  const find = (name: string) => contracts.find((one) => one.name === name) as CompiledContract;
  [a, b] = [find('A'), find('B')];
});
afterAll(() => lab.close());

/** On-chain code, with the owner filled in. */
function deployedFrom({ runtime, immutables }: CompiledContract): string {
  return immutables.reduce(
    (code, { start, length }) =>
      code.slice(0, start * 2) + 'd1'.repeat(20).padStart(length * 2, '0') + code.slice((start + length) * 2),
    runtime,
  );
}
const compare = (code: string, implementation: DeployedCode['implementation'] = null) =>
  compareDeployed({
    lab,
    request: REQUEST,
    mayBe: (file) => file === 'A.sol',
    deployed: { ...PLACE, code, implementation },
  });

describe('what is deployed', () => {
  it('is known by its source, whoever owns it and wherever it was compiled', async () => {
    const elsewhere = deployedFrom(a).replace(METADATA, `$1${'ab'.repeat(32)}`);
    expect(elsewhere).not.toBe(a.runtime);
    expect(await compare(elsewhere)).toEqual({ kind: 'same', contract: 'A', implementation: null });
  });

  it('is something else with one other byte, and where there is nothing', async () => {
    const code = deployedFrom(a);
    const at = code.lastIndexOf('f3', code.length - 120);
    const changed = `${code.slice(0, at)}fd${code.slice(at + 2)}`;
    expect(await compare(changed)).toMatchObject({ kind: 'different', reason: expect.stringContaining('0.8.37') });
    expect(await compare('')).toMatchObject({ kind: 'different' });
  });

  it('is never found in what nobody reviewed', async () => {
    expect(await compare(b.runtime)).toMatchObject({ kind: 'different' });
  });

  it('is a clone together with what it leads to', async () => {
    const clone = `363d3d373d3d3d363d73${'34'.repeat(20)}5af43d82803e903d91602b57fd5bf3`;
    const address = `0x${'34'.repeat(20)}`;
    expect(await compare(clone, { address, code: deployedFrom(a) })).toMatchObject({
      kind: 'same',
      implementation: 'A',
    });
    expect(await compare(clone, { address, code: b.runtime })).toMatchObject({ kind: 'different' });
  });
});
