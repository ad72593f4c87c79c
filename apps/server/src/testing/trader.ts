import { randomUUID } from 'node:crypto';
import { SubmissionId } from '@assay/protocol';
import { createMarkBooks, ISSUE, purseOf as purseOwner } from '../modules/purse/index.ts';
import { issueCertificate } from './certificate-builder.ts';
import { clientWith } from './developer.ts';
import { newWallet, signIn } from './sign-in.ts';
import { benignSkill, submitSkill } from './submission-builder.ts';
import type { Answer, TestServer } from './test-server.ts';

const MARK = 1_000_000n;
export const marks = (amount: number): string => (BigInt(amount) * MARK).toString();

export type Trader = Awaited<ReturnType<typeof newTrader>>;

/** An actor with a linked wallet and marks to spend. */
export async function newTrader(server: TestServer, amount = 0, wallet = newWallet()) {
  const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  const { apiKey, actor, keyId } = linked.body as { apiKey: string; keyId: string; actor: { id: string } };
  const client = clientWith(server, apiKey);
  if (amount > 0) await grant(server, actor.id, amount);
  /** A POST whose repetition would debit again. */
  const pay = (path: string, body: unknown = {}, key: string = randomUUID()): Promise<Answer> =>
    server.post(path, body, { ...client.headers, 'idempotency-key': key });
  const put = (path: string, body: unknown): Promise<Answer> =>
    server.request('PUT', path, { ...client.headers, 'content-type': 'application/json' }, JSON.stringify(body));
  return { ...client, pay, put, wallet, apiKey, keyId, actorId: actor.id };
}

const grant = (server: TestServer, actorId: string, amount: number): Promise<Answer> =>
  server.operate('/api/v1/operator/grants', { actorId, amount: marks(amount), reason: 'For trade in a test.' });

/** The balance of a purse, in whole marks. */
export async function purseOf({ database }: TestServer, actorId: string): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT balance FROM ledger_accounts WHERE owner_kind = 'actor' AND owner_id = $1 AND currency = 'MARK'",
    [actorId],
  );
  return Number(BigInt(rows[0]?.balance ?? 0) / 10_000n) / 100;
}

/** Moves marks between purses through the books, after crediting them to `from`. */
export async function transferMarks(server: TestServer, from: Seller, to: Seller, amount: bigint): Promise<void> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const books = createMarkBooks({ random, clock: server.clock });
  const ref = { type: 'transfer', id: randomUUID() };
  const [giver, taker] = [purseOwner(from.actorId), purseOwner(to.actorId)];
  await server.app.inTransaction(async (tx) => {
    await books.bookIn(tx, { kind: 'money.issued', ref, moves: [{ from: ISSUE, to: giver, amount }] });
    await books.bookIn(tx, { kind: 'transfer.sent', ref, moves: [{ from: giver, to: taker, amount }] });
  });
}

type Seller = { readonly actorId: string; readonly wallet: { readonly address: string } };

/** A certificate for bytes that this trader submitted. */
export async function certifySkill(
  server: TestServer,
  { actorId, wallet }: Seller,
  name: string,
  more: Record<string, string> = {},
): Promise<string> {
  const files = { 'SKILL.md': benignSkill(name), 'notes.md': `Notes of ${name}.\n`, ...more };
  const submissionId = await submitSkill(server, {
    name,
    files,
    owner: `actor:${actorId}`,
    ownerWallet: wallet.address,
  });
  return issueCertificate(server, {
    name,
    files,
    submissionId: SubmissionId.parse(submissionId),
    owner: `actor:${actorId}`,
  });
}
