import { randomUUID } from 'node:crypto';
import { encodeFunctionData, type Hex, keccak256, type LocalAccount, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateRegistryAbi } from '../contracts/abis.generated.ts';
import { createChainClient } from '../rpc/chain-client.ts';
import { ChainUnavailableError } from '../rpc/chain-errors.ts';
import { type FaultyRpc, startFaultyRpc } from '../testing/faulty-rpc.ts';
import { operator, reorganise, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { bumpFees } from '../transactions/fees.policy.ts';
import { createTransactionFeed } from '../transactions/transaction-feed.ts';
import type { TransactionSlot } from '../transactions/transaction-signer.ts';
import { certificateKey } from './certificate-key.ts';
import { buildMerkleBatch } from './merkle-tree.ts';
import { createRegistryClient } from './registry-client.ts';

const hashOf = (text: string): Hex => keccak256(toHex(text));
const newCommit = () => ({ submissionId: randomUUID(), payloadHash: hashOf(randomUUID()) });

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.close());

const registryOf = (account: LocalAccount, { client, feed, signerOf, registryAddress } = chain) =>
  createRegistryClient({ client, feed, registryAddress, signer: signerOf(account) });
const nextSlot = async (account = operator): Promise<TransactionSlot> => ({
  nonce: await chain.feed.pendingNonce(account.address),
  fees: await chain.feed.suggestFees(),
});

describe('a commit', () => {
  it('is signed, known only after broadcast, and then recorded under its key', async () => {
    const registry = registryOf(operator);
    const commit = newCommit();
    const { rawTransaction, txHash } = await registry.signCommit(commit, await nextSlot());
    expect(await registry.status(txHash)).toEqual({ state: 'unknown' });

    expect(await chain.feed.broadcast(rawTransaction)).toEqual({ kind: 'accepted' });

    const { number, hash } = await chain.head();
    const place = { blockNumber: BigInt(number), blockHash: hash };
    const key = certificateKey(commit.submissionId, commit.payloadHash);
    expect(await registry.status(txHash)).toEqual({ state: 'mined', ...place });
    expect(await registry.readRecord(commit.submissionId)).toBe(key);
    const found = await registry.findCommit(commit.submissionId, { fromBlock: 0n });
    expect(found).toEqual({ key, payloadHash: commit.payloadHash, txHash, ...place });
  });

  it('leaves no record for a submission that was never committed', async () => {
    expect(await registryOf(operator).readRecord(randomUUID())).toBeNull();
    expect(await registryOf(operator).findCommit(randomUUID(), { fromBlock: 0n })).toBeUndefined();
  });

  it('that is sent again after it was mined is refused by its nonce', async () => {
    const { rawTransaction } = await registryOf(operator).signCommit(newCommit(), await nextSlot());
    await chain.feed.broadcast(rawTransaction);

    expect(await chain.feed.broadcast(rawTransaction)).toMatchObject({ kind: 'refused', reason: 'nonce_too_low' });
  });

  it('of an existing record is recognised as done', async () => {
    const registry = registryOf(operator);
    const commit = newCommit();
    for (const expected of ['mined', 'reverted']) {
      const { rawTransaction, txHash } = await registry.signCommit(commit, await nextSlot());
      await chain.feed.broadcast(rawTransaction);
      expect(await registry.status(txHash)).toMatchObject({ state: expected });
    }
    const again = await registry.signCommit(commit, await nextSlot());
    await chain.feed.broadcast(again.rawTransaction);

    const key = certificateKey(commit.submissionId, commit.payloadHash);
    expect(await registry.status(again.txHash)).toMatchObject({ revert: { kind: 'already_committed', key } });
  });

  it('of a record from earlier in the same block is recognised as done', async () => {
    const registry = registryOf(operator);
    const commit = newCommit();
    const { nonce, fees } = await nextSlot();
    const [first, second] = [
      await registry.signCommit(commit, { nonce, fees }),
      await registry.signCommit(commit, { nonce: nonce + 1, fees }),
    ];

    await chain.feed.broadcast(second.rawTransaction); // waits behind the previous transaction
    await chain.feed.broadcast(first.rawTransaction);

    const made = await registry.status(first.txHash);
    expect(made).toMatchObject({ state: 'mined' });
    const blockNumber = made.state === 'mined' ? made.blockNumber : undefined;
    expect(await registry.status(second.txHash)).toMatchObject({ blockNumber, revert: { kind: 'already_committed' } });
  });

  it('of another payload for a bound submission is never treated as done', async () => {
    const registry = registryOf(operator);
    const commit = newCommit();
    const other = { ...commit, payloadHash: hashOf('other') };
    await chain.feed.broadcast((await registry.signCommit(commit, await nextSlot())).rawTransaction);

    const { rawTransaction, txHash } = await registry.signCommit(other, await nextSlot());
    await chain.feed.broadcast(rawTransaction);

    const key = certificateKey(commit.submissionId, commit.payloadHash);
    expect(await registry.status(txHash)).toMatchObject({
      state: 'reverted',
      revert: { kind: 'submission_bound', key },
    });
  });

  it('by an account without the role, or while paused, reports the reason', async () => {
    const thirdParty = await chain.newAccount();
    const unauthorized = await registryOf(thirdParty).signCommit(newCommit(), await nextSlot(thirdParty));
    await chain.feed.broadcast(unauthorized.rawTransaction);
    expect(await registryOf(thirdParty).status(unauthorized.txHash)).toMatchObject({
      revert: { kind: 'not_committer' },
    });

    const contract = { address: chain.registryAddress, abi: certificateRegistryAbi } as const;
    await chain.walletOf(operator).writeContract({ ...contract, functionName: 'pause' });
    const paused = await registryOf(operator).signCommit(newCommit(), await nextSlot());
    await chain.feed.broadcast(paused.rawTransaction);
    await chain.walletOf(operator).writeContract({ ...contract, functionName: 'unpause' });
    expect(await registryOf(operator).status(paused.txHash)).toMatchObject({ revert: { kind: 'paused' } });
  });

  it('is pending behind a nonce gap, can be replaced there with a higher fee, and is mined when the gap closes', async () => {
    const sender = await chain.newAccount();
    await chain.walletOf(operator).writeContract({
      address: chain.registryAddress,
      abi: certificateRegistryAbi,
      functionName: 'grantRole',
      args: [hashOf('COMMITTER_ROLE'), sender.address],
    });
    const registry = registryOf(sender);
    const commit = newCommit();
    const slot = { nonce: 1, fees: await chain.feed.suggestFees() };
    const stuck = await registry.signCommit(commit, slot);
    await chain.feed.broadcast(stuck.rawTransaction);
    expect(await registry.status(stuck.txHash)).toEqual({ state: 'pending' });
    expect(await chain.feed.broadcast(stuck.rawTransaction)).toEqual({ kind: 'accepted' });

    const timid = await registry.signCommit(commit, {
      ...slot,
      fees: { ...slot.fees, maxFeePerGas: slot.fees.maxFeePerGas + 1n },
    });
    expect(await chain.feed.broadcast(timid.rawTransaction)).toMatchObject({ kind: 'refused', reason: 'underpriced' });
    const bumped = await registry.signCommit(commit, {
      nonce: 1,
      fees: bumpFees(slot.fees, await chain.feed.suggestFees()),
    });
    expect(await chain.feed.broadcast(bumped.rawTransaction)).toEqual({ kind: 'accepted' });
    const first = await registry.signCommit(newCommit(), { nonce: 0, fees: slot.fees });
    await chain.feed.broadcast(first.rawTransaction);

    expect(await registry.status(bumped.txHash)).toMatchObject({ state: 'mined' });
    expect(await registry.status(stuck.txHash)).toEqual({ state: 'unknown' });
  });

  it('without gas money is refused with that reason', async () => {
    const poor = privateKeyToAccount(generatePrivateKey());
    const { rawTransaction } = await registryOf(poor).signCommit(newCommit(), await nextSlot(poor));

    expect(await chain.feed.broadcast(rawTransaction)).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
  });
});

describe('a batch', () => {
  it.each([1, 2, 3, 7, 8, 33])('of %i certificates proves each of them on chain, and no other', async (size) => {
    const registry = registryOf(operator);
    const commits = Array.from({ length: size }, newCommit);
    const batch = buildMerkleBatch(commits.map((commit) => certificateKey(commit.submissionId, commit.payloadHash)));
    const signed = await registry.signCommitRoot({ root: batch.root, size: BigInt(size) }, await nextSlot());
    await chain.feed.broadcast(signed.rawTransaction);

    expect(await registry.readRoot(batch.root)).toMatchObject({ size: BigInt(size) });
    for (const [index, commit] of commits.entries()) {
      const proof = batch.proofs[index] ?? [];
      expect(await registry.isInRoot({ root: batch.root, ...commit, proof })).toBe(true);
      expect(await registry.isInRoot({ root: batch.root, ...commit, payloadHash: hashOf('other'), proof })).toBe(false);
    }
  });

  it('that is already recorded is recognised as done', async () => {
    const registry = registryOf(operator);
    const root = hashOf('a root');
    expect(await registry.readRoot(root)).toBeNull();
    await chain.feed.broadcast((await registry.signCommitRoot({ root, size: 1n }, await nextSlot())).rawTransaction);
    const again = await registry.signCommitRoot({ root, size: 1n }, await nextSlot());
    await chain.feed.broadcast(again.rawTransaction);

    expect(await registry.status(again.txHash)).toMatchObject({ revert: { kind: 'already_committed', key: root } });
  });
});

describe('confirmations', () => {
  it('grow with the chain and end with a reorganisation', async () => {
    const before = await startTestChain();
    const registry = registryOf(operator, before);
    const commit = newCommit();
    const slot = { nonce: await before.feed.pendingNonce(operator.address), fees: await before.feed.suggestFees() };
    const { rawTransaction, txHash } = await registry.signCommit(commit, slot);
    await before.feed.broadcast(rawTransaction);
    const { number, hash } = await before.head();
    const place = { blockNumber: BigInt(number), blockHash: hash };
    expect(await before.feed.confirmations(place)).toEqual({ kind: 'confirmed', confirmations: 1n });
    await before.mineEmptyBlock();
    await before.mineEmptyBlock();
    expect(await before.feed.confirmations(place)).toEqual({ kind: 'confirmed', confirmations: 3n });

    const after = await reorganise(before, 3);
    expect(await after.feed.confirmations(place)).toEqual({ kind: 'reorganised' });
    expect(await registry.status(txHash)).toEqual({ state: 'unknown' });
    await after.giveEther(operator.address, 1n);
    expect(await after.feed.confirmations(place)).toEqual({ kind: 'reorganised' });

    expect(await after.feed.broadcast(rawTransaction)).toEqual({ kind: 'accepted' });
    expect(await registry.status(txHash)).toMatchObject({ state: 'mined', blockNumber: BigInt(number + 1) });
    await after.close();
  });
});

describe('a chain that does not answer', () => {
  let rpc: FaultyRpc;
  beforeAll(async () => {
    rpc = await startFaultyRpc(chain.rpcUrl);
  });
  afterAll(() => rpc.close());

  it('is a separate error, not a state of a transaction', async () => {
    const client = createChainClient({ rpcUrls: [rpc.url], chainId: chain.chainId });
    const feed = createTransactionFeed({ client });
    rpc.set({ kind: 'down' });

    await expect(feed.status(hashOf('any'))).rejects.toThrow(ChainUnavailableError);
    await expect(feed.broadcast('0x02')).rejects.toThrow(ChainUnavailableError);
    await expect(registryOf(operator, { ...chain, client, feed }).readRecord(randomUUID())).rejects.toThrow(
      ChainUnavailableError,
    );
  });
});

describe('certificateKey', () => {
  it('equals the key that the contract computes', async () => {
    const { submissionId, payloadHash } = newCommit();
    const data = encodeFunctionData({
      abi: certificateRegistryAbi,
      functionName: 'keyOf',
      args: [`0x${submissionId.replaceAll('-', '')}`, payloadHash],
    });

    expect((await chain.client.call({ to: chain.registryAddress, data })).data).toBe(
      certificateKey(submissionId, payloadHash),
    );
  });

  it('refuses anything but a lower-case UUID', () => {
    expect(() => certificateKey('0192F0C1-0000-7000-8000-000000000000', hashOf('x'))).toThrow('UUID');
    expect(() => certificateKey('', hashOf('x'))).toThrow('UUID');
  });
});
