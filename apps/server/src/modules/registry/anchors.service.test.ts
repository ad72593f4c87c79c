import { certificateKey as keyOfTheContract } from '@assay/chain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnchorView, certificateKey, createAnchors } from './anchors.service.ts';
import type { ChainFacts, Hex } from './chain.port.ts';
import type { Outbox } from './outbox.service.ts';

const ADDRESS: Hex = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const SUBMISSION = '0192f0c1-7a00-7000-8000-000000000001';
const facts: ChainFacts = {
  network: 'eip155:8453',
  chainId: 8453,
  embedded: false,
  registryAddress: ADDRESS,
  usdcAddress: ADDRESS,
  tokenAddress: null,
  accountAddress: ADDRESS,
  confirmations: 3,
};
const readerOn = (known: ChainFacts | undefined) =>
  createAnchors({ outbox: undefined as unknown as Outbox, findFacts: () => known }).toOnChain;

const view = (changes: Partial<NonNullable<AnchorView['outbox']>> | null): AnchorView => ({
  submissionId: SUBMISSION,
  payloadHash: HASH,
  isQueued: true,
  outbox: changes && {
    network: 'eip155:8453',
    embedded: false,
    state: 'SENT',
    txHash: HASH,
    blockNumber: null,
    call: { kind: 'COMMIT', registryAddress: ADDRESS, submissionId: SUBMISSION, payloadHash: HASH },
    ...changes,
  },
});

describe('the key of a certificate', () => {
  it('equals the key that the contract computes', () => {
    const uuid = fc.uuid();
    const hash = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);

    fc.assert(
      fc.property(uuid, hash, (id, payload) => {
        expect(certificateKey(id, payload)).toBe(keyOfTheContract(id, payload));
      }),
    );
  });
});

describe('the on-chain status of a certificate', () => {
  it('is null while no chain is known', () => {
    expect(readerOn(undefined)(view(null))).toBeNull();
  });

  it('is QUEUED before it is planned, and NONE if it is not to be anchored', () => {
    expect(readerOn(facts)(view(null))).toMatchObject({ state: 'QUEUED', committed: false, network: 'eip155:8453' });
    expect(readerOn(facts)({ ...view(null), isQueued: false })).toMatchObject({ state: 'NONE', committed: false });
  });

  it.each([
    ['QUEUED', false],
    ['SENT', false],
    ['MINED', true],
    ['FINAL', true],
  ] as const)('is committed from MINED onwards: %s', (state, committed) => {
    expect(readerOn(undefined)(view({ state }))).toMatchObject({ state, committed });
  });

  it('is NONE for a failed commit', () => {
    expect(readerOn(facts)(view({ state: 'FAILED' }))).toMatchObject({ state: 'NONE', committed: false });
  });

  it('names the chain of its transaction, even after the configuration has changed', () => {
    expect(readerOn(facts)(view({ network: 'eip155:1' }))).toMatchObject({ network: 'eip155:1' });
  });

  it('has no explorer link on the embedded chain, whose id a public chain shares', () => {
    expect(readerOn(facts)(view({ network: 'eip155:84532', embedded: true }))).toMatchObject({ explorerUrl: null });
    expect(readerOn(facts)(view({}))).toMatchObject({ explorerUrl: `https://basescan.org/tx/${HASH}` });
  });
});
