import { Problem } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { describe, expect, it } from 'vitest';
import { createNonces } from './nonces.service.ts';
import { createWalletProof } from './wallet-proof.service.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const clock = { now: () => NOW };

function setup(isUsable: boolean) {
  const asked: string[] = [];
  const store = {
    insert: async () => undefined,
    use: async () => isUsable,
    isUsable: async () => isUsable,
    deleteExpired: async () => undefined,
  };
  const nonces = createNonces({
    store,
    random: (bytes) => new Uint8Array(bytes).fill(7),
    clock,
    publicBaseUrl: 'https://assay.example.org',
    chainId: 8453,
  });
  const proof = createWalletProof({
    nonces,
    clock,
    isSignedByContract: async ({ address }) => {
      asked.push(address);
      return true;
    },
  });
  return { nonces, proof, asked };
}

const SIGNATURE = `0x${'00'.repeat(65)}`;

describe('a signature that is not from a plain account', () => {
  it('is checked on the chain if the nonce is unused', async () => {
    const { nonces, proof, asked } = setup(true);
    const { address } = createTestWallet('contract');
    const { message } = await nonces.create({ purpose: 'link', walletAddress: address });

    expect(await proof.prove({ message: message ?? '', signature: SIGNATURE }, 'link')).toBe(address);
    expect(asked).toEqual([address]);
  });

  it('is not checked on the chain with an unknown nonce', async () => {
    const { nonces, proof, asked } = setup(false);
    const { address } = createTestWallet('contract');
    const { message } = await nonces.create({ purpose: 'link', walletAddress: address });
    const question = proof.prove({ message: message ?? '', signature: SIGNATURE }, 'link');

    await expect(question).rejects.toThrow(Problem);
    await expect(question).rejects.toMatchObject({ code: 'nonce_invalid' });
    expect(asked).toEqual([]);
  });
});
