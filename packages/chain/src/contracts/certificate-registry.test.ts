import { type Address, getContract, type Hex, keccak256, type LocalAccount, toHex, zeroAddress, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../testing/memory-journal.ts';
import { revertOf } from '../testing/reverts.ts';
import { operator, startTestChain, type TestChain } from '../testing/test-chain.ts';
import { CertificateRegistry } from './artifacts.ts';

const COMMITTER_ROLE = keccak256(toHex('COMMITTER_ROLE'));
const DAY_MS = 86_400_000;
const NO_SUBMISSION: Hex = `0x${'00'.repeat(16)}`;
const hashOf = (text: string) => keccak256(toHex(text));
const submission = (text: string): Hex => `0x${hashOf(text).slice(2, 34)}`;

let chain: TestChain;
let thirdParty: LocalAccount;
let millisecondsAhead = 0;
beforeAll(async () => {
  chain = await startTestChain({ clock: { now: () => new Date(Date.now() + millisecondsAhead) } });
  thirdParty = await chain.newAccount();
});
afterAll(() => chain.close());

/** The contract as called by one account. */
const as = (account: LocalAccount) =>
  getContract({ address: chain.registryAddress, abi: CertificateRegistry.abi, client: chain.walletOf(account) });
const reader = () =>
  getContract({ address: chain.registryAddress, abi: CertificateRegistry.abi, client: chain.client }).read;

async function succeed(transaction: Promise<Hex>): Promise<void> {
  const receipt = await chain.client.waitForTransactionReceipt({ hash: await transaction });
  expect(receipt.status).toBe('success');
}

describe('CertificateRegistry.commit', () => {
  const id = submission('first');
  const payload = hashOf('payload');

  it('records the key and emits an event', async () => {
    await succeed(as(operator).write.commit([id, payload]));

    const key = await reader().keyOf([id, payload]);
    expect(await reader().committedKey([id])).toBe(key);
    expect(await reader().isCommitted([id, payload])).toBe(true);
    const events = await chain.client.getContractEvents({
      address: chain.registryAddress,
      abi: CertificateRegistry.abi,
      eventName: 'Committed',
      fromBlock: 0n,
    });
    expect(events.at(-1)?.args).toEqual({ key, submissionId: id, payloadHash: payload });
  });

  it('refuses to write the same record again', async () => {
    expect(await revertOf(as(operator).simulate.commit([id, payload]))).toBe('AlreadyCommitted');
  });

  it('refuses a second payload for the submission', async () => {
    expect(await revertOf(as(operator).simulate.commit([id, hashOf('other payload')]))).toBe('SubmissionBound');
    expect(await reader().isCommitted([id, hashOf('other payload')])).toBe(false);
  });

  it('accepts the same payload for another submission', async () => {
    expect(await revertOf(as(operator).simulate.commit([submission('second'), payload]))).toBe('none');
  });

  it('refuses empty values', async () => {
    expect(await revertOf(as(operator).simulate.commit([NO_SUBMISSION, payload]))).toBe('EmptySubmissionId');
    expect(await revertOf(as(operator).simulate.commit([submission('third'), zeroHash]))).toBe('EmptyPayloadHash');
  });

  it('reports an unknown submission as uncommitted for any input', async () => {
    expect(await reader().committedKey([submission('unknown')])).toBe(zeroHash);
    expect(await reader().isCommitted([submission('unknown'), zeroHash])).toBe(false);
    expect(await reader().isCommitted([NO_SUBMISSION, zeroHash])).toBe(false);
  });
});

describe('CertificateRegistry.commitRoot', () => {
  const root = hashOf('root');

  it('records size, time and block', async () => {
    await succeed(as(operator).write.commitRoot([root, 1_000n]));

    const { number, timestamp } = await chain.head();
    const record = { size: 1_000n, committedAt: BigInt(timestamp), blockNumber: BigInt(number) };
    expect(await reader().committedRoot([root])).toEqual(record);
  });

  it('refuses the same root again, even with another size', async () => {
    expect(await revertOf(as(operator).simulate.commitRoot([root, 1_000n]))).toBe('RootAlreadyCommitted');
    expect(await revertOf(as(operator).simulate.commitRoot([root, 1n]))).toBe('RootAlreadyCommitted');
  });

  it('refuses empty values', async () => {
    expect(await revertOf(as(operator).simulate.commitRoot([zeroHash, 1n]))).toBe('EmptyRoot');
    expect(await revertOf(as(operator).simulate.commitRoot([hashOf('empty'), 0n]))).toBe('EmptyBatch');
  });

  it('proves nothing from an unrecorded root', async () => {
    const leaf = await reader().leafOf([submission('a'), hashOf('b')]);
    expect(await reader().isInRoot([leaf, submission('a'), hashOf('b'), []])).toBe(false);

    await succeed(as(operator).write.commitRoot([leaf, 1n]));
    expect(await reader().isInRoot([leaf, submission('a'), hashOf('b'), []])).toBe(true);
    expect(await reader().isInRoot([leaf, submission('a'), hashOf('c'), []])).toBe(false);
  });
});

describe('roles of the CertificateRegistry', () => {
  it('lets only committers commit', async () => {
    expect(await revertOf(as(thirdParty).simulate.commit([submission('x'), hashOf('x')]))).toBe(
      'AccessControlUnauthorizedAccount',
    );
    expect(await revertOf(as(thirdParty).simulate.commitRoot([hashOf('x'), 1n]))).toBe(
      'AccessControlUnauthorizedAccount',
    );
  });

  it('lets only the admin pause, unpause and grant', async () => {
    expect(await revertOf(as(thirdParty).simulate.pause())).toBe('AccessControlUnauthorizedAccount');
    expect(await revertOf(as(thirdParty).simulate.unpause())).toBe('AccessControlUnauthorizedAccount');
    expect(await revertOf(as(thirdParty).simulate.grantRole([COMMITTER_ROLE, thirdParty.address]))).toBe(
      'AccessControlUnauthorizedAccount',
    );
    expect(await revertOf(as(thirdParty).simulate.revokeRole([COMMITTER_ROLE, operator.address]))).toBe(
      'AccessControlUnauthorizedAccount',
    );
  });

  it('lets only the admin change the transfer of the admin role', async () => {
    const { simulate } = as(thirdParty);

    for (const attempt of [
      () => simulate.beginDefaultAdminTransfer([thirdParty.address]),
      () => simulate.cancelDefaultAdminTransfer(),
      () => simulate.changeDefaultAdminDelay([0]),
      () => simulate.rollbackDefaultAdminDelay(),
    ])
      expect(await revertOf(attempt())).toBe('AccessControlUnauthorizedAccount');
    expect(await revertOf(simulate.acceptDefaultAdminTransfer())).toBe('AccessControlInvalidDefaultAdmin');
  });

  it('lets an account renounce only its own role, and the admin only after a day', async () => {
    expect(await revertOf(as(thirdParty).simulate.renounceRole([COMMITTER_ROLE, operator.address]))).toBe(
      'AccessControlBadConfirmation',
    );
    expect(await revertOf(as(operator).simulate.renounceRole([zeroHash, operator.address]))).toBe(
      'AccessControlEnforcedDefaultAdminDelay',
    );
  });

  it('grants and revokes the right to commit', async () => {
    await succeed(as(operator).write.grantRole([COMMITTER_ROLE, thirdParty.address]));
    expect(await revertOf(as(thirdParty).simulate.commit([submission('granted'), hashOf('x')]))).toBe('none');

    await succeed(as(operator).write.revokeRole([COMMITTER_ROLE, thirdParty.address]));
    expect(await revertOf(as(thirdParty).simulate.commit([submission('granted'), hashOf('x')]))).toBe(
      'AccessControlUnauthorizedAccount',
    );
  });

  it('stops commits while paused, and nothing else', async () => {
    await succeed(as(operator).write.pause());

    expect(await revertOf(as(operator).simulate.commit([submission('paused'), hashOf('x')]))).toBe('EnforcedPause');
    expect(await revertOf(as(operator).simulate.commitRoot([hashOf('paused'), 1n]))).toBe('EnforcedPause');
    expect(await revertOf(as(operator).simulate.pause())).toBe('EnforcedPause');
    expect(await reader().isCommitted([submission('first'), hashOf('payload')])).toBe(true);
    expect(await revertOf(as(operator).simulate.grantRole([COMMITTER_ROLE, thirdParty.address]))).toBe('none');

    await succeed(as(operator).write.unpause());
    expect(await revertOf(as(operator).simulate.unpause())).toBe('ExpectedPause');
    expect(await revertOf(as(operator).simulate.commit([submission('paused'), hashOf('x')]))).toBe('none');
  });

  it('cannot be deployed without an admin', async () => {
    const args: [Address, Address, number] = [zeroAddress, operator.address, 0];
    const deployment = chain.walletOf(operator).deployContract({ ...CertificateRegistry, args });

    await expect(deployment).rejects.toThrow(/AccessControlInvalidDefaultAdmin|0xc22c8022/);
  });

  it('transfers the admin role in two steps with a day between, never in one', async () => {
    const adminRole = zeroHash;
    expect(await revertOf(as(operator).simulate.grantRole([adminRole, thirdParty.address]))).toBe(
      'AccessControlEnforcedDefaultAdminRules',
    );
    expect(await revertOf(as(operator).simulate.revokeRole([adminRole, operator.address]))).toBe(
      'AccessControlEnforcedDefaultAdminRules',
    );

    await succeed(as(operator).write.beginDefaultAdminTransfer([thirdParty.address]));
    expect(await revertOf(as(operator).simulate.acceptDefaultAdminTransfer())).toBe('AccessControlInvalidDefaultAdmin');
    expect(await revertOf(as(thirdParty).simulate.acceptDefaultAdminTransfer())).toBe(
      'AccessControlEnforcedDefaultAdminDelay',
    );

    millisecondsAhead = DAY_MS + 1_000;
    await chain.mineEmptyBlock();
    await succeed(as(thirdParty).write.acceptDefaultAdminTransfer());
    expect(await reader().defaultAdmin()).toBe(thirdParty.address);
    expect(await revertOf(as(operator).simulate.pause())).toBe('AccessControlUnauthorizedAccount');
  });
});

describe('the errors of the CertificateRegistry', () => {
  it('are all provoked above, except one that needs a clock past the year eight million', () => {
    const names = CertificateRegistry.abi.flatMap((entry) => (entry.type === 'error' ? [entry.name] : []));

    expect(names.sort()).toEqual([
      'AccessControlBadConfirmation',
      'AccessControlEnforcedDefaultAdminDelay',
      'AccessControlEnforcedDefaultAdminRules',
      'AccessControlInvalidDefaultAdmin',
      'AccessControlUnauthorizedAccount',
      'AlreadyCommitted',
      'EmptyBatch',
      'EmptyPayloadHash',
      'EmptyRoot',
      'EmptySubmissionId',
      'EnforcedPause',
      'ExpectedPause',
      'RootAlreadyCommitted',
      'SafeCastOverflowedUintDowncast',
      'SubmissionBound',
    ]);
  });
});

describe('the interface of the CertificateRegistry', () => {
  it('has no function that can alter or remove a record', () => {
    const writing = CertificateRegistry.abi.filter(
      (entry) => entry.type === 'function' && entry.stateMutability === 'nonpayable',
    );

    expect(writing.map((entry) => ('name' in entry ? entry.name : '')).sort()).toEqual([
      'acceptDefaultAdminTransfer',
      'beginDefaultAdminTransfer',
      'cancelDefaultAdminTransfer',
      'changeDefaultAdminDelay',
      'commit',
      'commitRoot',
      'grantRole',
      'pause',
      'renounceRole',
      'revokeRole',
      'rollbackDefaultAdminDelay',
      'unpause',
    ]);
    const kinds: string[] = CertificateRegistry.abi.map((entry) => entry.type);
    expect(kinds).not.toContain('fallback');
    expect(kinds).not.toContain('receive');
  });

  it('survives the restart of its chain', async () => {
    const again = await startTestChain({ journal: createMemoryJournal(chain.journal.entries.slice()) });

    const args = [submission('first'), hashOf('payload')] as const;
    const contract = {
      address: again.registryAddress,
      abi: CertificateRegistry.abi,
      functionName: 'isCommitted',
      args,
    } as const;
    expect(await again.client.readContract(contract)).toBe(true);
    await again.close();
  });
});
