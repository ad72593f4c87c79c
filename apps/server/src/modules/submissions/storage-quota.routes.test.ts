import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { LocalAccount } from '@assay/chain';
import { Draft } from '@assay/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChainServer, newBuyer, sendTokens, startChainServer } from '../../testing/chain-server.ts';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { termsOf } from '../../testing/payer.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { createSubmitter } from '../../testing/submitter.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import { paymentMessage } from '../payments/index.ts';
import { createUpkeep } from './upkeep.service.ts';

const DRAFTS = `${DEV}/drafts`;
const VALIDATE = '/certsvc/v1/submissions/validate';
const KIB = 1024;
const DAY_MS = 86_400_000;

let house: ChainServer;
let server: TestServer;
beforeAll(async () => {
  house = await startChainServer({
    env: {
      ASSAY_ROLES: 'api',
      STORAGE_PER_PRINCIPAL_MB: '1',
      STORAGE_PER_ADDRESS_MB: '2',
      STORAGE_TOTAL_MB: '3',
    },
  });
  server = house.server;
});
afterAll(() => house.close());

let people = 0;
const newDeveloper = () => registerDeveloper(server, `quota-${++people}@example.org`);
/** A skill with a text file of this length beside its entry. */
const skillOf = (bytes: number) => ({
  productType: 'SKILL',
  files: [
    { path: 'SKILL.md', content: benignSkill(`quota-${++people}`) },
    { path: 'notes.txt', content: 'x'.repeat(bytes) },
  ],
});
/** POST from this address of the loopback network. */
const postFrom =
  (localAddress: string) =>
  (path: string, body: unknown, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = { method: 'POST', localAddress, headers: { 'content-type': 'application/json', ...headers } };
      const asked = request(server.url + path, sent, async (answer) => {
        const text = await new Response(Readable.toWeb(answer) as ReadableStream).text();
        const received = new Headers(answer.headers as Record<string, string>);
        resolve({ status: answer.statusCode ?? 0, headers: received, text, body: JSON.parse(text) });
      });
      asked.on('error', reject).end(JSON.stringify(body));
    });
const draft = (developer: TestDeveloper, bytes: number) => developer.post(DRAFTS, skillOf(bytes));
const refusal = { status: 429, body: { code: 'storage_quota_reached', bytesMax: KIB * KIB } };
const limits = { unsubmittedMs: 2 * DAY_MS, draftMs: 90 * DAY_MS };
const newUpkeep = () => createUpkeep({ inTransaction: server.app.inTransaction, limits, clock: server.clock });

describe('unpaid content of a caller', () => {
  it('has one quota for drafts and validated bundles, and deleted content frees it', async () => {
    const developer = await newDeveloper();
    const { id } = Draft.parse((await draft(developer, 600 * KIB)).body);
    const large = skillOf(600 * KIB);

    const refused = await developer.post(VALIDATE, large);
    expect(refused).toMatchObject(refusal);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await developer.post(`${DRAFTS}/${id}`, { files: skillOf(1_100 * KIB).files })).toMatchObject(refusal);
    expect((await developer.post(`${DRAFTS}/${id}`, { files: skillOf(700 * KIB).files })).status).toBe(200);

    await developer.delete(`${DRAFTS}/${id}`);
    expect((await developer.post(VALIDATE, large)).status).toBe(200);
    expect(await draft(developer, 600 * KIB)).toMatchObject(refusal);
    expect((await developer.post(VALIDATE, large)).status).toBe(200); // The same bytes are stored once.
  });
});

describe('while the storage for unpaid content is full', () => {
  let wallet: LocalAccount;
  beforeAll(async () => {
    wallet = await house.chain.newAccount({ usdc: 100_000_000n });
  });
  beforeEach(() => server.database.pool.query('TRUNCATE unsubmitted_bytes, drafts'));

  /** A caller with an account of its own at this network address. */
  async function callerAt(address: string) {
    const buyer = await newBuyer(server);
    const there = { ...house, server: { ...server, post: postFrom(address) } };
    return { ...buyer, ...createSubmitter(() => ({ house: there, buyer, wallet })) };
  }
  async function attack(wallets: number, bytes: number, addressOf: (index: number) => string) {
    for (let index = 0; index < wallets; index++) {
      const { send } = await callerAt(addressOf(index));
      expect((await send(skillOf(bytes))).status).toBe(402);
    }
  }
  const ownersOfKept = async () =>
    (await server.database.pool.query('SELECT owner FROM unsubmitted_bytes')).rows.map(({ owner }) => owner);
  const bytesOnDisk = async () =>
    Number((await server.database.pool.query('SELECT sum(length(bytes)) FROM bundle_contents')).rows[0].sum);

  it.each([
    ['one address', () => '127.0.1.1'],
    ['an address for each wallet', (index: number) => `127.0.1.${index + 1}`],
  ])('submissions of newcomers succeed, and content of an attacker with %s goes first', async (_, addressOf) => {
    const honest = await callerAt('127.0.2.1');
    const early = skillOf(150 * KIB);
    const asked = await honest.send(early);

    await attack(14, 250 * KIB, addressOf);
    const newcomer = await callerAt('127.0.2.2');
    const large = skillOf(900 * KIB);
    const offered = await newcomer.send(large);

    expect(offered.status).toBe(402);
    expect(await ownersOfKept()).toEqual(expect.arrayContaining([honest.principal, newcomer.principal]));
    expect(await bytesOnDisk()).toBeLessThan(4 * KIB * KIB);
    expect(await honest.pay(early, asked)).toMatchObject({ status: 202 });
    expect(await newcomer.pay(large, offered)).toMatchObject({ status: 202 });
  });

  it('a newcomer behind the address of the attacker succeeds too', async () => {
    await attack(10, 250 * KIB, () => '127.0.1.1');

    const newcomer = await callerAt('127.0.1.1');
    expect((await newcomer.send(skillOf(900 * KIB))).status).toBe(402);
  });

  it('a payment for deleted content is accepted when the content is sent again, by x402 and by transfer', async () => {
    const [one, other] = [await callerAt('127.0.1.1'), await callerAt('127.0.1.1')];
    const [first, second] = [skillOf(700 * KIB), skillOf(700 * KIB)];
    const askedFirst = await one.send(first);
    const askedSecond = await other.send(second);
    const { payTo, amount } = termsOf(askedSecond).direct;
    const txHash = await sendTokens(house.chain, wallet, { to: payTo, amount: String(amount) });
    await attack(12, 250 * KIB, () => '127.0.1.1');
    expect(await ownersOfKept()).not.toContain(one.principal);
    expect(await ownersOfKept()).not.toContain(other.principal);

    expect(await one.pay(first, askedFirst)).toMatchObject({ status: 202 });

    const paymentIntentId = termsOf(askedSecond).paymentIntentId ?? '';
    expect(termsOf(await other.send(second))).toMatchObject({ paymentIntentId });
    const signature = await wallet.signMessage({ message: paymentMessage(paymentIntentId) });
    const confirmed = await other.post(`${DEV}/payment-intents/${paymentIntentId}/direct/confirm`, {
      txHash,
      signature,
    });
    expect(confirmed.body).toMatchObject({ state: 'CONSUMED' });
    expect((await other.send(second, { 'x-payment-receipt': txHash })).status).toBe(202);
  });

  it('content with a payment in progress is kept, and only then is a submission refused', async () => {
    await attack(4, 700 * KIB, (index) => `127.0.1.${index + 1}`);
    await server.database.pool.query("UPDATE payment_intents SET state = 'PENDING', method = 'DIRECT'");
    const newcomer = await callerAt('127.0.2.9');

    expect(await newcomer.send(skillOf(900 * KIB))).toMatchObject({
      status: 507,
      body: { code: 'storage_full' },
    });
    expect(await ownersOfKept()).toHaveLength(4);
  });

  it('drafts of the largest holder are deleted, and the draft that is changed is not', async () => {
    const large = await newDeveloper();
    for (let index = 0; index < 4; index++) await draft(large, 240 * KIB);
    const small = await newDeveloper();
    const { id } = Draft.parse((await draft(small, 100 * KIB)).body);

    expect(await draft(await newDeveloper(), 800 * KIB)).toMatchObject({ status: 201 });
    const changed = await small.post(`${DRAFTS}/${id}`, { files: skillOf(600 * KIB).files });

    expect(changed.status).toBe(200);
    const owners = await server.database.pool.query('SELECT account_id, count(*)::int FROM drafts GROUP BY 1');
    const counts = new Map(owners.rows.map(({ account_id, count }) => [account_id, count]));
    expect(counts.get(large.accountId)).toBeLessThan(4);
    expect(counts.get(small.accountId)).toBe(1);
  });
});

it('a submission is paid for and does not count against the quota', async () => {
  const developer = await newDeveloper();
  await server.database.pool.query('DELETE FROM drafts');
  await developer.post(VALIDATE, skillOf(100 * KIB));
  const owner = `account:${developer.accountId}`;
  const kept = async () =>
    (await server.database.pool.query('SELECT quote_id FROM unsubmitted_bytes WHERE owner = $1', [owner])).rows;
  const [{ quote_id: quoteId }] = (await kept()) as [{ quote_id: string }];

  await server.database.pool.query(
    `INSERT INTO submissions (id, quote_id, owner, identity, product_type, state, created_at, updated_at)
     SELECT gen_random_uuid(), quote_id, owner, identity, product_type, 'SUBMITTED', now(), now() FROM sealed_inputs WHERE quote_id = $1`,
    [quoteId],
  );

  expect(await kept()).toEqual([]);
});

it('drafts that have not changed for 90 days are deleted', async () => {
  const developer = await newDeveloper();
  await server.database.pool.query('DELETE FROM drafts');
  await draft(developer, KIB);
  const count = async () => (await server.database.pool.query('SELECT FROM drafts')).rowCount;

  await newUpkeep().deleteOldDrafts();
  expect(await count()).toBe(1);
  server.clock.advance(91 * DAY_MS);
  await newUpkeep().deleteOldDrafts();
  expect(await count()).toBe(0);
});
