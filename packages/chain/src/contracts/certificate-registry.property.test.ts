import fc from 'fast-check';
import { encodeFunctionData, type Hex, keccak256, type LocalAccount, toHex, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { certificateRegistryAbi } from './abis.generated.ts';

const COMMITTER_ROLE = keccak256(toHex('COMMITTER_ROLE'));
const FEES = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n };
const WORLD = { submissions: 3, payloads: 3, roots: 3, sizes: 3 } as const;

type Move =
  | { kind: 'commit'; by: 'operator' | 'thirdParty'; submission: number; payload: number }
  | { kind: 'commitRoot'; by: 'operator' | 'thirdParty'; root: number; size: number }
  | { kind: 'pause' | 'unpause' | 'grant' | 'revoke'; by: 'operator' | 'thirdParty' };

const by = fc.constantFrom('operator' as const, 'thirdParty' as const);
const upTo = (count: number) => fc.integer({ min: 1, max: count });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      by,
      submission: upTo(WORLD.submissions),
      payload: upTo(WORLD.payloads),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('commitRoot' as const),
      by,
      root: upTo(WORLD.roots),
      size: upTo(WORLD.sizes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('pause' as const, 'unpause' as const, 'grant' as const, 'revoke' as const),
      by,
    }),
  },
);

/** A model of the contract's guarantees. */
function createModel() {
  const records = new Map<number, number>();
  const roots = new Map<number, number>();
  let isPaused = false;
  let mayThirdPartyCommit = false;
  const mayCommit = (account: Move['by']) => !isPaused && (account === 'operator' || mayThirdPartyCommit);

  function accept(next: Move): boolean {
    switch (next.kind) {
      case 'commit':
        if (!mayCommit(next.by) || records.has(next.submission)) return false;
        records.set(next.submission, next.payload);
        return true;
      case 'commitRoot':
        if (!mayCommit(next.by) || roots.has(next.root)) return false;
        roots.set(next.root, next.size);
        return true;
      case 'pause':
      case 'unpause':
        if (next.by !== 'operator' || isPaused === (next.kind === 'pause')) return false;
        isPaused = next.kind === 'pause';
        return true;
      default:
        if (next.by !== 'operator') return false;
        mayThirdPartyCommit = next.kind === 'grant';
        return true;
    }
  }
  return { accept, records, roots, isPaused: () => isPaused };
}

let chain: TestChain;
let accounts: Record<Move['by'], LocalAccount>;
let run = 0;
beforeAll(async () => {
  chain = await startTestChain();
  accounts = { operator, thirdParty: await chain.newAccount() };
});
afterAll(() => chain.close());

/** Each run has its own submissions, payloads and roots, on one chain. */
const hashOf = (what: string, index: number) => keccak256(toHex(`${run}/${what}/${index}`));
const submissionOf = (index: number): Hex => `0x${hashOf('submission', index).slice(2, 34)}`;

function encode(next: Move): Hex {
  const abi = certificateRegistryAbi;
  const role = [COMMITTER_ROLE, accounts.thirdParty.address] as const;
  switch (next.kind) {
    case 'commit':
      return encodeFunctionData({
        abi,
        functionName: 'commit',
        args: [submissionOf(next.submission), hashOf('payload', next.payload)],
      });
    case 'commitRoot':
      return encodeFunctionData({
        abi,
        functionName: 'commitRoot',
        args: [hashOf('root', next.root), BigInt(next.size)],
      });
    case 'grant':
      return encodeFunctionData({ abi, functionName: 'grantRole', args: role });
    case 'revoke':
      return encodeFunctionData({ abi, functionName: 'revokeRole', args: role });
    default:
      return encodeFunctionData({ abi, functionName: next.kind });
  }
}

async function play(next: Move): Promise<boolean> {
  const account = accounts[next.by];
  const slot = { nonce: await chain.feed.minedNonce(account.address), fees: FEES };
  const signed = await chain
    .signerOf(account)
    .sign({ to: chain.registryAddress, data: encode(next), gas: 200_000n }, slot);
  await chain.feed.broadcast(signed.rawTransaction);
  const { status } = await chain.client.getTransactionReceipt({ hash: signed.txHash });
  return status === 'success';
}

async function expectRecords(model: ReturnType<typeof createModel>): Promise<void> {
  const contract = { address: chain.registryAddress, abi: certificateRegistryAbi } as const;
  for (let index = 1; index <= WORLD.submissions; index += 1) {
    const payload = model.records.get(index);
    const keyArgs = [submissionOf(index), hashOf('payload', payload ?? 0)] as const;
    const key =
      payload === undefined
        ? zeroHash
        : await chain.client.readContract({ ...contract, functionName: 'keyOf', args: keyArgs });
    expect(
      await chain.client.readContract({ ...contract, functionName: 'committedKey', args: [submissionOf(index)] }),
    ).toBe(key);
  }
  for (let index = 1; index <= WORLD.roots; index += 1) {
    const record = await chain.client.readContract({
      ...contract,
      functionName: 'committedRoot',
      args: [hashOf('root', index)],
    });
    expect(record.size).toBe(BigInt(model.roots.get(index) ?? 0));
  }
}

describe('CertificateRegistry under random calls', () => {
  it('accepts what its rules allow and never changes a record', async () => {
    const property = fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 25 }), async (moves) => {
      run += 1;
      const model = createModel();
      for (const next of moves) {
        expect(await play(next), JSON.stringify(next)).toBe(model.accept(next));
        await expectRecords(model);
      }
      if (model.isPaused()) await play({ kind: 'unpause', by: 'operator' });
      await play({ kind: 'revoke', by: 'operator' });
    });
    // Each run costs a few dozen blocks and the runs share the chain, so failures are reported without shrinking.
    await fc.assert(property, { numRuns: 8, endOnFailure: true });
  });
});
