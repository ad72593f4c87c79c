import { randomBytes } from 'node:crypto';
import { AccountId, newUuidV7, type Quote, Sha256 } from '@assay/protocol';
import type { z } from 'zod';
import { clientWith } from './developer.ts';
import type { TestServer } from './test-server.ts';

type MintedBuyer = { readonly principal: string; readonly token: string };
export type Buyer = ReturnType<typeof clientWith> & MintedBuyer;

/** Creates a developer with a token, without the login by mail. */
export async function mintBuyer({ app }: Pick<TestServer, 'app'>): Promise<MintedBuyer> {
  const accountId = newUuidV7(AccountId, Date.now(), (length) => randomBytes(length));
  const { token } = await app.credentials.mintDeveloperToken(accountId);
  return { principal: `account:${accountId}`, token };
}

export async function newBuyer(server: TestServer): Promise<Buyer> {
  const minted = await mintBuyer(server);
  return { ...clientWith(server, minted.token), ...minted };
}

export const quoteFor = (
  { app }: Pick<TestServer, 'app'>,
  { principal }: Pick<Buyer, 'principal'>,
): Promise<z.input<typeof Quote>> =>
  app.payments.quotes.create(principal, {
    productType: 'SKILL',
    surface: { files: 1 },
    inputSha256: Sha256.parse('0'.repeat(64)),
  });
