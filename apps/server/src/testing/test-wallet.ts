import { randomBytes } from 'node:crypto';
import { Address, addressOfPublicKey, hashPersonalMessage, NonceAnswer, type NoncePurpose } from '@assay/protocol';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { TestServer } from './test-server.ts';

export type TestWallet = { readonly address: Address; sign(message: string): string };

/** A plain account with a key of its own, signing as wallets do (EIP-191). */
export function createTestWallet(): TestWallet {
  const key = randomBytes(32);
  return {
    address: Address.parse(addressOfPublicKey(secp256k1.getPublicKey(key, false))),
    sign(message) {
      const hash = hashPersonalMessage(message);
      const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
      return `0x${Buffer.from([...rs, recovery + 27]).toString('hex')}`;
    },
  };
}

/** What a wallet answers to the service's question for a signature. */
export async function signIn(server: TestServer, wallet: TestWallet, purpose: NoncePurpose) {
  const { body } = await server.get(`/api/v1/auth/nonce?purpose=${purpose}&walletAddress=${wallet.address}`);
  const { message } = NonceAnswer.parse(body);
  if (message === null) throw new Error('There is no text to sign.');
  return { message, signature: wallet.sign(message) };
}
