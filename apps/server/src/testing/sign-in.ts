import { randomUUID } from 'node:crypto';
import { NonceAnswer, type NoncePurpose } from '@assay/protocol';
import { createTestWallet, type TestWallet } from '@assay/protocol/testing';
import type { TestServer } from './test-server.ts';

/** A wallet that no other test uses. */
export const newWallet = (): TestWallet => createTestWallet(randomUUID());

/** The signed answer of a wallet to the service's nonce. */
export async function signIn(server: TestServer, wallet: TestWallet, purpose: NoncePurpose) {
  const { body } = await server.get(`/api/v1/auth/nonce?purpose=${purpose}&walletAddress=${wallet.address}`);
  const { message } = NonceAnswer.parse(body);
  if (message === null) throw new Error('There is no text to sign.');
  return { message, signature: wallet.sign(message) };
}
