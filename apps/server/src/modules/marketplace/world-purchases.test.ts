import { randomUUID } from 'node:crypto';
import { view } from '@assay/economy/world';
import { Listing, listOf, Purchase } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWallet } from '../../testing/sign-in.ts';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { certifySkill, marks, newTrader, type Trader } from '../../testing/trader.ts';

const MARKET = '/certsvc/v1/marketplace';
const PRICE = BigInt(marks(20));

let database: TestDatabase;
let server: TestServer;
/** A buyer from before the world existed. */
let early: Trader;
let shop: ReturnType<typeof findShop>;
let owner: Trader;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ database });
  early = await newTrader(server, 50);
  await buy(early, (await offer(await newTrader(server), 'before-the-world')).id);
  await server.close();
  server = await startTestServer({ database, env: MANUAL_WORLD, genesis: smallWorld(100) });
  await world().stepBy(1);
  shop = findShop();
  owner = await citizen(shop.ownerId);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const world = () => server.app.world;
const now = () => world().now();
const marksOf = ({ actorId }: Trader): bigint => view.wallet(now(), actorId)?.available ?? 0n;
const inventoryOf = ({ actorId }: Trader) => view.inventory(now(), actorId) ?? [];
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const buy = (buyer: Trader, id: string, body: unknown = {}, key?: string) =>
  buyer.pay(`${MARKET}/${id}/purchase`, body, key);
const rate = async (buyer: Trader, id: string) =>
  Listing.parse((await buyer.put(`${MARKET}/${id}/rating`, { stars: 5 })).body).rating.count;

async function offer(seller: Trader, name: string, price = PRICE) {
  const certificateId = await certifySkill(server, seller, name);
  const request = { certificateId, price: price.toString(), licence: 'One person', delivery: 'ARTIFACT' };
  const { id } = Listing.parse((await seller.post(`${MARKET}/list`, request)).body);
  await server.published(); // The world receives the certificate.
  return { id, certificateId };
}

/** A citizen from the start of the world, with a linked wallet and marks to spend. */
async function citizen(actorId: string): Promise<Trader> {
  const wallet = newWallet();
  await server.database.pool.query(
    "INSERT INTO agents (id, wallet_address, name, control, created_at) VALUES ($1, $2, 'Citizen', 'REMOTE', now())",
    [actorId, wallet.address],
  );
  return newTrader(server, 100, wallet);
}

/** A business with staff, and its owner. */
function findShop() {
  for (const { id, ownerId } of view.businesses(now(), {})) {
    const [worker] = view.payroll(now(), id)?.employees.filter(({ actorId }) => actorId !== ownerId) ?? [];
    if (ownerId !== null && worker !== undefined) return { id, ownerId, workerId: worker.actorId };
  }
  throw new Error('There is no business with staff.');
}

/** Ends the holding time, pays out, and passes the next hour. */
async function payOut(): Promise<void> {
  await server.database.pool.query("UPDATE purchases SET purchased_at = purchased_at - interval '15 days'");
  await server.app.payOutDue();
  await world().stepBy(1);
}

/** A new actor gets its grant with its first action. */
const act = (trader: Trader) =>
  server.app.inTransaction((tx) => {
    const intent = {
      id: randomUUID(),
      actorId: trader.actorId,
      type: 'INTENT_REST',
      params: { hours: 1 },
      priority: 1,
    };
    const input = { kind: 'intent.submit', intent: { ...intent, source: 'owner_suggestion' } } as const;
    return world().appendIn(tx, input, { principal: `actor:${trader.actorId}` });
  });

const give = (from: Trader, to: Trader) =>
  server.app.inTransaction((tx) => {
    const params = { toActorId: to.actorId, amount: marks(1) };
    const intent = { id: randomUUID(), actorId: from.actorId, type: 'INTENT_TRANSFER', params, priority: 1 };
    const input = { kind: 'intent.submit', intent: { ...intent, source: 'agent_autonomous' } } as const;
    return world().appendIn(tx, input, { principal: `actor:${from.actorId}` });
  });

describe('a purchase while a world runs', () => {
  it('leaves no fee in the ledger while its price is held', async () => {
    const { rows } = await server.database.pool.query(
      "SELECT sum(balance)::text AS left, sum(postings)::int AS postings FROM ledger_accounts WHERE owner_kind = 'commons'",
    );

    expect(rows).toEqual([{ left: null, postings: null }]); // The full price of an earlier sale is held.
  });

  it("holds the price at once, is paid once in the next hour, and is then in the buyer's inventory", async () => {
    const [seller, buyer] = [await newTrader(server, 1), await newTrader(server, 100)];
    await world().stepBy(1);
    const { id, certificateId } = await offer(seller, 'world-once');
    const dear = await offer(seller, 'world-dear', marksOf(buyer) - PRICE + 1n);
    const [buyerHad, sellerHad] = [marksOf(buyer), marksOf(seller)];
    const key = randomUUID();

    const bought = await buy(buyer, id, { maxPrice: marks(20) }, key);

    const purchase = Purchase.parse(bought.body);
    expect((await buy(buyer, id, { maxPrice: marks(20) }, key)).body).toEqual(bought.body);
    expect(codeOf(await buy(buyer, id))).toEqual([409, 'already_purchased']);
    // Held marks cannot be spent again, even before an hour has processed the hold.
    expect(marksOf(buyer)).toBe(buyerHad);
    expect(codeOf(await buy(buyer, dear.id))).toEqual([409, 'insufficient_funds']);
    expect(inventoryOf(buyer)).toEqual([]);

    await world().stepBy(1);

    const posted = await server.database.pool.query(
      "SELECT actor_id, amount::text FROM world_postings WHERE actor_id = ANY($1) AND tick = $2 AND kind = 'LISTING'",
      [[buyer.actorId, seller.actorId], now().tick - 1],
    );
    expect(posted.rows).toEqual([{ actor_id: buyer.actorId, amount: (-PRICE).toString() }]);
    expect(marksOf(buyer)).toBeLessThanOrEqual(buyerHad - PRICE);
    await payOut();
    expect(marksOf(seller)).toBeGreaterThan(sellerHad);
    expect(inventoryOf(buyer)).toMatchObject([
      { kind: 'SKILL_LICENCE', name: 'world-once', ref: { type: 'certificate', id: certificateId } },
    ]);
    expect(listOf(Purchase).parse((await buyer.get('/certsvc/v1/purchases')).body).items).toMatchObject([
      { id: purchase.id },
    ]);
    await world().stepBy(1);
    expect(inventoryOf(buyer)).toHaveLength(1);
    expect(world().row()).toMatchObject({ state: 'RUNNING', fault: null }); // Both books agree.
  });

  it('does not rank if it is paid from the grant of a new actor', async () => {
    const [seller, newcomer, payer] = [await newTrader(server), await newTrader(server), await newTrader(server, 100)];
    await world().stepBy(1);
    const { id } = await offer(seller, 'world-newcomer', BigInt(marks(1)));
    await act(newcomer);
    await world().stepBy(2);
    const salesOf = async () => Listing.parse((await server.get(`${MARKET}/${id}`)).body).sales;
    expect(marksOf(newcomer)).toBeGreaterThan(BigInt(marks(1)));

    expect((await buy(newcomer, id)).status).toBe(201);
    expect(await salesOf()).toBe(0);
    expect((await buy(payer, id)).status).toBe(201);
    expect(await salesOf()).toBe(1);
  });

  it('is equipped only by a business of the buyer', async () => {
    const [seller, thirdParty] = [await newTrader(server), await newTrader(server, 100)];
    await world().stepBy(1);
    const { id, certificateId } = await offer(seller, 'world-tools');
    await world().stepBy(1);

    expect(codeOf(await buy(thirdParty, id, { businessId: shop.id }))).toEqual([404, 'business_not_found']);
    expect(codeOf(await buy(owner, id, { businessId: randomUUID() }))).toEqual([404, 'business_not_found']);
    const { rowCount } = await server.database.pool.query(
      "SELECT FROM world_inputs WHERE assigned_tick IS NULL AND kind = 'hold'",
    );
    expect(rowCount).toBe(0);
    const bought = Purchase.parse((await buy(owner, id, { businessId: shop.id })).body);
    await world().stepBy(1);

    expect(bought.equippedBy).toBe(shop.id);
    expect(view.business(now(), shop.id)?.equippedSkills).toMatchObject([{ certificateId, valid: true }]);
  });
});

it("an earlier purchase is in the buyer's inventory from the first hour of the world", () => {
  expect(inventoryOf(early)).toMatchObject([{ kind: 'SKILL_LICENCE', name: 'before-the-world' }]);
});

describe('a rating while a world runs', () => {
  it("does not count from an employee of the seller or a recipient of the seller's marks, and counts from others", async () => {
    const [worker, friend, thirdParty] = [
      await citizen(shop.workerId),
      await newTrader(server, 100),
      await newTrader(server, 100),
    ];
    await world().stepBy(1);
    await give(owner, friend);
    await world().stepBy(1);
    const { id } = await offer(owner, 'world-washed');

    for (const buyer of [worker, friend, thirdParty]) expect((await buy(buyer, id)).status).toBe(201);

    expect([await rate(worker, id), await rate(friend, id), await rate(thirdParty, id)]).toEqual([0, 0, 1]);
    expect(Listing.parse((await server.get(`${MARKET}/${id}`)).body).sales).toBe(1);
  });
});

describe('the trail of a sale', () => {
  it('has the same id in the purchase, both wallets and the events', async () => {
    const [seller, buyer] = [await newTrader(server), await newTrader(server)];
    await world().stepBy(1);
    const grant = { actorId: buyer.actorId, amount: marks(50), reason: 'For trade in a test.' };
    await server.operate('/api/v1/operator/grants', grant);
    await world().stepBy(1);
    const { id } = await offer(seller, 'a-trail');

    const { id: purchaseId, journalId } = Purchase.parse((await buy(buyer, id)).body);
    await world().stepBy(1);
    await payOut();
    await server.published();

    for (const [trader, kind, amount] of [
      [buyer, 'trade.settled', -PRICE],
      [seller, 'listing.paid_out', (PRICE * 95n) / 100n],
    ] as const) {
      const { body } = await trader.get(`/api/v1/wallet/${trader.actorId}/transactions?kind=LISTING`);
      const { items } = body as { items: { eventId: string; journalId: string }[] };
      const memo = `Skill licence, purchase ${purchaseId}`;
      expect(items).toMatchObject([{ amount: amount.toString(), memo }]);
      const [booked] = items.map((item) => item.journalId);
      if (trader === buyer) expect(booked).toBe(journalId);
      const { rows } = await database.pool.query('SELECT kind, journal_ids FROM events WHERE id = $1', [
        items[0]?.eventId,
      ]);
      expect(rows).toEqual([{ kind, journal_ids: [booked] }]);
    }
  });
});
