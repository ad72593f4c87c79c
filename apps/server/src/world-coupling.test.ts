/**
 * The shared purse: a wallet is linked, topped up, staked, paid and slashed in a running world, and both books agree after every hour.
 */
import { randomUUID } from 'node:crypto';
import type { LocalAccount } from '@assay/chain';
import { view } from '@assay/economy/world';
import { LinkResult, newUuidV7, PanelId, RoundId, SubmissionId } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { createMarkBooks, escrowOf } from './modules/purse/index.ts';
import { type Resumption, resumeWorld } from './modules/world/index.ts';
import { type ChainServer, sendTokens, startChainServer } from './testing/chain-server.ts';
import { clientWith } from './testing/developer.ts';
import { OLD_PLAYER, ownOldPlayer, worldWithOldPlayer } from './testing/old-player.ts';
import { MANUAL_WORLD } from './testing/small-world.ts';
import { createTestClock } from './testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { OPERATOR } from './testing/test-server.ts';

const MARK = 1_000_000n;
const USDC = 1_000_000n;
const PLAYER = '/certsvc/v1';
const clock = createTestClock();
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const books = createMarkBooks({ random, clock });
const newId = <Id extends z.ZodType<string>>(brand: Id) => newUuidV7(brand, clock.now().getTime(), random);

let database: TestDatabase;
let house: ChainServer;
let wallet: LocalAccount;
let olda: Awaited<ReturnType<typeof link>>;
beforeAll(async () => {
  database = await createTestDatabase();
  house = await startChainServer({ env: MANUAL_WORLD, genesis: worldWithOldPlayer, database, clock });
  wallet = await house.chain.newAccount({ usdc: 100n * USDC });
  await ownOldPlayer(database, wallet.address, clock.now());
  olda = await link(wallet);
});
afterAll(async () => {
  await house.close();
  await database.close();
});

const world = () => house.server.app.world;
const hour = () => world().stepBy(1);
const purse = (actorId: string) => view.wallet(world().now(), actorId)?.available ?? 0n;
/** A request that could debit twice needs its own idempotency key. */
const once = ({ headers }: { headers: Record<string, string> }, path: string, body: object) =>
  house.server.post(path, body, { ...headers, 'idempotency-key': randomUUID() });

async function link(account: LocalAccount, more: object = {}) {
  const { server } = house;
  const { body } = await server.get(`/api/v1/auth/nonce?walletAddress=${account.address}`);
  const { message } = body as { message: string };
  const answer = await server.post('/api/v1/auth/link', {
    message,
    signature: await account.signMessage({ message }),
    ...more,
  });
  const result = LinkResult.parse(answer.body);
  return { ...result, ...clientWith(server, result.apiKey) };
}

/** The sums in the ledger and in the world; if they differ, the world stops. */
async function bothBooks() {
  const kept = await house.server.app.inTransaction((tx) => tx.border.kept());
  const { outside, issued, credit, moneySupply } = view.world(world().now());
  expect(kept).toBe(outside);
  expect(moneySupply).toBe(issued + credit);
  return kept;
}

async function topUp(amount: bigint): Promise<void> {
  const asked = await olda.post(`${PLAYER}/payments/intents`, { purpose: 'TOPUP', amount: amount.toString() });
  const { id, direct, quote } = asked.body as { id: string; quote: null; direct: { payTo: string; amount: string } };
  expect(quote).toBeNull();
  const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
  const paid = await olda.post(`${PLAYER}/payments/${id}/confirm`, { txHash });
  expect(paid).toMatchObject({
    status: 200,
    body: { state: 'CONSUMED', consumedBy: { type: 'topup', id: OLD_PLAYER } },
  });
}

describe('in a running world', () => {
  it('a linked wallet gets an actor in the chosen city, born in the next hour', async () => {
    const cities = view.cities(world().now());
    const cityId = cities[1]?.id;
    const account = await house.chain.newAccount();
    const before = view.world(world().now()).tick;
    const newcomer = await link(account, { cityId, actorName: 'Newa' });
    expect((await house.server.get(`/api/v1/actors/${newcomer.actor.id}`)).status).toBe(404);

    expect(newcomer).toMatchObject({
      actor: { cityId, created: true, bornAtTick: before + 1 },
      rpcEndpoint: expect.stringContaining('/rpc/agent'),
    });
    await hour();
    const born = await house.server.get(`/api/v1/actors/${newcomer.actor.id}`);
    expect([born.status, born.headers.get('x-world-tick')]).toEqual([200, String(newcomer.actor.bornAtTick)]);
    expect(view.actor(world().now(), newcomer.actor.id)).toMatchObject({
      name: 'Newa',
      kind: 'PLAYER',
      city: { id: cityId },
    });
    const early = await once(newcomer, `${PLAYER}/activate`, activation());
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'requirements_not_met', missing: ['ACTOR_AGE', 'STAKE'] },
    });
    const poor = await once(newcomer, `${PLAYER}/activate`, { ...activation(), stake: '1' });
    expect(poor.body).toMatchObject({ code: 'requirements_not_met', missing: ['ACTOR_AGE', 'STAKE'] });
    expect(olda.actor).toMatchObject({ id: OLD_PLAYER, created: false });
    await bothBooks();
  });

  it('refuses a city that does not exist', async () => {
    const account = await house.chain.newAccount();
    const { body } = await house.server.get(`/api/v1/auth/nonce?walletAddress=${account.address}`);
    const { message } = body as { message: string };
    const signature = await account.signMessage({ message });

    const answer = await house.server.post('/api/v1/auth/link', { message, signature, cityId: randomUUID() });

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/cityId' }] },
    });
  });

  it('a top-up adds a hundred marks per USDC to the purse in the next hour', async () => {
    const before = purse(OLD_PLAYER);

    await topUp(20n * USDC);
    expect(purse(OLD_PLAYER)).toBe(before);
    await hour();

    expect(purse(OLD_PLAYER) - before).toBe(2_000n * MARK);
    await bothBooks();
    const { body } = await olda.get(`/api/v1/wallet/${OLD_PLAYER}/transactions?kind=TOPUP`);
    const { items } = body as { items: { journalId: string; eventId: string }[] };
    expect(items).toMatchObject([
      { txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), memo: expect.stringMatching(/^Top-up, payment intent /) },
    ]);
    const { rows } = await database.pool.query('SELECT kind, journal_ids FROM events WHERE id = $1', [
      items[0]?.eventId,
    ]);
    expect(rows).toEqual([{ kind: 'money.issued', journal_ids: [items[0]?.journalId] }]);
    const booked = await database.pool.query('SELECT kind FROM ledger_journals WHERE id = $1', [items[0]?.journalId]);
    expect(booked.rows).toEqual([{ kind: 'money.issued' }]);
  });

  it('a stake is reserved at once and debited in the next hour; no mark is reserved twice', async () => {
    const [before, kept] = [purse(OLD_PLAYER), await bothBooks()];
    const requirements = await olda.get(`${PLAYER}/activation-requirements`);
    expect(requirements.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ code: 'ACTOR_AGE', met: true }),
        expect.objectContaining({ code: 'REPUTATION', met: true }),
        expect.objectContaining({ code: 'NO_DEFAULT', met: true }),
      ]),
    });

    const activated = await once(olda, `${PLAYER}/activate`, activation());
    const again = await once(olda, `${PLAYER}/validator/stake`, { amount: (3_500n * MARK).toString() });

    expect(activated).toMatchObject({ status: 202, body: { state: 'CALIBRATING', stake: (1_000n * MARK).toString() } });
    expect(again).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } });
    await hour();
    expect(before - purse(OLD_PLAYER)).toBe(1_000n * MARK);
    const { body: shown } = await olda.get(`/api/v1/wallet/${OLD_PLAYER}/transactions?limit=1`);
    const { body: held } = await olda.get(`/api/v1/wallet/${OLD_PLAYER}`);
    const { balance, available } = held as { balance: string; available: string };
    expect(shown).toMatchObject({ items: [{ kind: 'STAKE', balanceAfter: balance, availableAfter: available }] });
    expect((await bothBooks()) - kept).toBe(1_000n * MARK);
  });

  it("the seat fee is paid as income, taxed in the validator's city, and half of it is paid later", async () => {
    const before = purse(OLD_PLAYER);
    const submissionId = newId(SubmissionId);
    const seat = { id: newId(PanelId), panelId: newId(PanelId), validatorId: OLD_PLAYER, verdict: 'SAFE' } as const;
    const seats = [{ ...seat, findingIds: [], hasReproduced: false }];
    const round = { id: newId(RoundId), submissionId, track: 'SKILL', seed: null, decision: 'SAFE', seats } as const;
    const { inTransaction, validators } = house.server.app;
    await inTransaction(async (tx) => {
      const ref = { type: 'payment-intent', id: submissionId };
      await books.issueIn(tx, { to: escrowOf(submissionId), amount: 90n * MARK, reason: 'fee', ref });
    });

    await inTransaction((tx) => validators.pool.settleIn(tx, round));
    await hour();

    const { rows } = await database.pool.query(
      "SELECT kind, amount FROM world_postings WHERE actor_id = $1 AND kind IN ('REWARD', 'TAX') ORDER BY tick, ordinal",
      [OLD_PLAYER],
    );
    const reward = BigInt(rows.find(({ kind }) => kind === 'REWARD')?.amount ?? 0);
    expect(reward).toBeGreaterThan(0n);
    expect(purse(OLD_PLAYER)).toBeGreaterThan(before);
    const vesting = await inTransaction((tx) =>
      tx.ledger.findAccount({ kind: 'actor-vesting', id: OLD_PLAYER }, 'MARK'),
    );
    expect(vesting?.balance).toBeGreaterThan(0n);
    await bothBooks();
    await house.server.published();
    const { body: heard } = await olda.get(`/api/v1/actors/${OLD_PLAYER}/events?kind=validator.paid`);
    const told = { kind: 'validator.paid', data: { roundId: round.id, vesting: vesting?.balance.toString() } };
    expect(heard).toEqual({
      items: [expect.objectContaining({ ...told, data: expect.objectContaining(told.data) })],
      nextCursor: null,
    });
  });

  it('the world’s figures are public, and a wallet sees its balances in all places', async () => {
    const { get } = house.server;
    const now = view.world(world().now());

    expect((await get('/api/v1/public/economy')).body).toMatchObject({
      tick: now.tick,
      moneySupply: now.moneySupply.toString(),
      population: now.population,
      cities: 3,
      unemploymentRate: expect.any(Number),
      cpi: expect.any(Number),
      stakes: (1_000n * MARK).toString(),
      chainHash: `0x${now.chainHash}`,
    });
    const { body: board } = await get('/api/v1/public/leaderboard?board=actors&limit=100');
    const { items } = board as { items: { id: string; score: number; walletAddress: string | null }[] };
    expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(items.find(({ id }) => id === OLD_PLAYER)).toMatchObject({
      walletAddress: wallet.address,
      detail: { purse: purse(OLD_PLAYER).toString(), locked: expect.stringMatching(/^10\d{8}/) },
    });
    expect((await get(`/api/v1/public/agents/${wallet.address}`)).body).toMatchObject({
      actor: { id: OLD_PLAYER, name: 'Olda' },
      validator: { actorId: OLD_PLAYER, cityId: view.actor(world().now(), OLD_PLAYER)?.city.id },
    });
    // A slow chain leaves its part out of an answer.
    await vi.waitFor(
      async () => {
        const { body: held } = await olda.get(`/api/v1/wallet/${OLD_PLAYER}`);
        expect(held).toMatchObject({
          breakdown: { stake: (1_000n * MARK).toString(), bonds: '0', escrow: '0' },
          onChain: { walletAddress: wallet.address, usdc: (80n * USDC).toString(), asy: '0' },
        });
      },
      { timeout: 30_000, interval: 50 },
    );
  });

  it("a slash debits the stake, never the purse, and the city's figures include it", async () => {
    const [before, kept] = [purse(OLD_PLAYER), await bothBooks()];
    const { inTransaction, validators } = house.server.app;

    const seatId = newId(PanelId);
    await inTransaction((tx) => validators.pool.slashIn(tx, { validatorId: OLD_PLAYER, code: 'NOT_REVEALED', seatId }));
    await hour();

    const shown = await olda.get(`${PLAYER}/validator`);
    expect(shown.body).toMatchObject({
      slashes: [{ bp: 100, amount: (10n * MARK).toString(), reason: 'NOT_REVEALED' }],
    });
    expect(purse(OLD_PLAYER)).toBe(before);
    expect(await bothBooks()).toBe(kept);
    const { rows } = await database.pool.query("SELECT result FROM world_inputs WHERE kind = 'validator.slashed'");
    expect(rows).toEqual([{ result: { isDone: true, data: {} } }]);
  });

  const intend = (type: string, params: object, key?: string) =>
    olda.post('/rpc/agent', {
      method: 'submitIntent',
      params: { actor_id: OLD_PLAYER, type: `INTENT_${type}`, params, ...(key && { idempotency_key: key }) },
    });

  it('an intent from the council is executed at once, once per key, and recorded as an event of its actor', async () => {
    const stakeOf = async () => ((await olda.get(`${PLAYER}/validator`)).body as { stake: string }).stake;
    const before = BigInt(await stakeOf());
    const amount = (5n * MARK).toString();

    const first = await intend('ADD_STAKE', { amount }, 'stake-0001');
    const again = await intend('ADD_STAKE', { amount }, 'stake-0001');
    const other = await intend('ADD_STAKE', { amount: '1' }, 'stake-0001');
    const blocked = await intend('ACTIVATE_VALIDATOR', activation());

    expect(first.body).toMatchObject({ ok: true, result: { status: 'EXECUTED', acceptance_probability: 1 } });
    expect(again.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
    expect(BigInt(await stakeOf()) - before).toBe(5n * MARK);
    const { intent_id } = (blocked.body as { result: { intent_id: string } }).result;
    const { body: kept } = await olda.get(`/api/v1/intents/${intent_id}`);
    expect(kept).toMatchObject({
      status: 'BLOCKED',
      reasonCode: 'validator_wrong_state',
      eventIds: [expect.any(String)],
    });
    await hour();
    await house.server.published();
    const { body: heard } = await olda.get(
      `/api/v1/actors/${OLD_PLAYER}/events?kind=intent.executed&kind=intent.blocked`,
    );
    expect(heard).toMatchObject({
      items: [
        { kind: 'intent.blocked', data: { type: 'INTENT_ACTIVATE_VALIDATOR' } },
        { kind: 'intent.executed', data: { type: 'INTENT_ADD_STAKE' } },
      ],
    });
    await bothBooks();
  });

  it('a validator that works with the author or lives in its house gets no seat, and of related validators only one does', async () => {
    const now = world().now();
    const ties = view.actors(now).flatMap(({ id }) => {
      const found = view.ties(now, id);
      return found === undefined ? [] : [{ id, ...found }];
    });
    const staffs = [...Map.groupBy(ties, ({ employerId }) => employerId ?? '')].filter(([employer]) => employer !== '');
    const [author, ...colleagues] = staffs.find(([, staff]) => staff.length >= 3)?.[1] ?? [];
    const pair = colleagues.slice(0, 2);
    const namesOf = (one: (typeof ties)[number] | undefined) =>
      one === undefined ? [] : [one.id, one.employerId, one.landlordId, ...one.ownedBusinessIds, ...one.householdIds];
    const named = new Set([author, ...pair].flatMap(namesOf).filter((name) => name !== null));
    const isApart = (one: (typeof ties)[number] | undefined) => !namesOf(one).some((name) => named.has(name ?? ''));
    const landlordOf = ({ landlordId }: (typeof ties)[number]) => ties.find(({ id }) => id === landlordId);
    const tenant = ties.find((one) => one.landlordId !== null && isApart(one) && isApart(landlordOf(one)));
    const seated: string[] = [...pair, ...(tenant === undefined ? [] : [tenant])].map(({ id }) => id);
    expect(seated).toHaveLength(3);
    const candidates = (owner: string) => candidatesOf(owner, seated);
    await house.server.app.inTransaction((tx) => tx.validators.insertAll(seated.map(toValidator)));

    const thirdParties = await candidates(randomUUID());
    expect([thirdParties.length, new Set(thirdParties.map(({ cluster }) => cluster)).size]).toEqual([3, 2]);
    expect((await candidates(author?.id ?? '')).map(({ validatorId }) => validatorId)).toEqual([tenant?.id]);
    expect((await candidates(tenant?.landlordId ?? '')).map(({ validatorId }) => validatorId).toSorted()).toEqual(
      pair.map(({ id }) => id).toSorted(),
    );
  });

  it('a partner of the submitter gets no seat, and of a couple only one does', async () => {
    const now = world().now();
    const one = view.actors(now).find(({ id }) => (view.ties(now, id)?.householdIds.length ?? 0) > 0)?.id ?? '';
    const couple: string[] = [one, view.ties(now, one)?.householdIds[0] ?? ''];
    const [ties, others] = couple.map((id) => view.ties(now, id));
    expect(ties?.employerId === null || ties?.employerId !== others?.employerId).toBe(true); // the two have no other tie
    await house.server.app.inTransaction((tx) => tx.validators.insertAll(couple.map(toValidator)));

    const thirdParties = await candidatesOf(randomUUID(), couple);

    expect([thirdParties.length, new Set(thirdParties.map(({ cluster }) => cluster)).size]).toEqual([2, 1]);
    expect(await candidatesOf(one, couple)).toEqual([]);
  });

  it('stops when the two books do not agree', async () => {
    await house.server.app.inTransaction((tx) =>
      world().appendIn(
        tx,
        { kind: 'hold', actorId: OLD_PLAYER, amount: '1', purpose: 'OTHER', reference: 'nobody booked it' },
        { principal: 'test' },
      ),
    );

    await expect(hour()).rejects.toMatchObject({ code: 'world_paused' });

    const { rows } = await database.pool.query('SELECT state, fault FROM world');
    expect(rows).toMatchObject([{ state: 'FAULTED', fault: { detail: expect.stringContaining('I10') } }]);
    expect((await intend('REST', { hours: 1 })).body).toMatchObject({ error: { code: 'world_paused' } });
    const { body: leaving } = await intend('ADD_STAKE', { amount: '1' });
    expect(leaving).toMatchObject({ result: { status: 'EXECUTED' } });
  });
});

describe('an operator who has read the report', () => {
  const resume = (decision?: Resumption) =>
    house.server.app.inTransaction((tx) => resumeWorld(tx, decision, { random, clock }));

  it('resumes the world without the faulty part, with a recorded reason', async () => {
    const { fault, waiting, isIntact } = await resume();
    const bad = waiting.find(({ principal }) => principal === 'test')?.id ?? 0;
    const booked = waiting.find(({ principal }) => principal === 'ledger')?.id ?? 0;
    const decision = { hour: fault?.tick ?? 0, reason: 'A hold without a booking.', setAside: [bad] };
    expect([isIntact, bad > 0, booked > 0]).toEqual([false, true, true]);

    for (const wrong of [{ hour: decision.hour - 1 }, { reason: 'why' }, { setAside: [9e9] }, { setAside: [booked] }])
      expect(await resume({ ...decision, ...wrong })).toMatchObject({ isIntact: false, state: 'FAULTED' });
    expect(await resume(decision)).toMatchObject({ isIntact: true, state: 'RUNNING' });

    await hour();
    await bothBooks();
    const { body } = await house.server.get('/api/v1/operator/audit-log?limit=1', OPERATOR);
    expect(body).toMatchObject({ items: [{ action: 'world.resumed', detail: { reason: decision.reason } }] });
  });
});

/** The validators among `seated` that may sit on a submission of this actor. */
async function candidatesOf(owner: string, seated: readonly string[]) {
  const { inTransaction, validators } = house.server.app;
  const question = { tracks: ['SKILL'], owner: `actor:${owner}`, ownerWallet: null } as const;
  const found = await inTransaction((tx) => validators.pool.candidatesIn(tx, question));
  return found.filter(({ validatorId }) => seated.includes(validatorId));
}

const toValidator = (id: string) => ({
  id,
  actorId: id,
  wallet: createTestWallet(id).address,
  name: `Validator ${id}`,
  family: 'instruction' as const,
  ...({ mode: 'REMOTE', builtIn: false, state: 'ACTIVE', entryStake: 1_000n * MARK } as const),
  tracks: ['SKILL' as const],
  measuredSince: clock.now(),
  unbondingUntil: null,
  since: clock.now(),
});

const activation = () => ({
  tracks: ['SKILL'],
  stake: (1_000n * MARK).toString(),
  mode: 'HOSTED',
  family: 'instruction',
});
