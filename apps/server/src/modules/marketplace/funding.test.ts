import { randomUUID } from 'node:crypto';
import { Listing, Purchase } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { certifySkill, marks, newTrader, type Trader, transferMarks } from '../../testing/trader.ts';

const MARKET = '/certsvc/v1/marketplace';
let server: TestServer;
let seller: Trader;
beforeAll(async () => {
  server = await startTestServer();
  seller = await newTrader(server);
});
afterAll(() => server.close());

async function offer(name: string, price = 1, by = seller): Promise<string> {
  const certificateId = await certifySkill(server, by, name);
  const request = { certificateId, price: marks(price), licence: 'One person', delivery: 'ARTIFACT' };
  return Listing.parse((await by.post(`${MARKET}/list`, request)).body).id;
}
const salesOf = async (id: string) => Listing.parse((await server.get(`${MARKET}/${id}`)).body).sales;
const give = (from: Trader, to: Trader, amount: number) =>
  transferMarks(server, from, to, BigInt(Math.round(amount * 1_000_000)));
const traders = (count: number, amount: number) =>
  Promise.all(Array.from({ length: count }, () => newTrader(server, amount)));

async function buyEach(buyers: readonly Trader[], id: string): Promise<string[]> {
  const ids: string[] = [];
  for (const buyer of buyers) {
    const bought = await buyer.pay(`${MARKET}/${id}/purchase`);
    expect(bought.status).toBe(201);
    ids.push(Purchase.parse(bought.body).id);
  }
  return ids;
}

describe('sales', () => {
  it('do not rank if the buyers pay with received marks', async () => {
    const [id, funder, buyers] = [await offer('all-given'), await newTrader(server), await traders(3, 0)];
    for (const buyer of buyers) await give(funder, buyer, 5);

    await buyEach(buyers, id);

    expect(await salesOf(id)).toBe(0);
  });

  it('rank once for buyers with their own marks and one direct or indirect funder', async () => {
    const [direct, behind] = [await offer('one-funder'), await offer('funder-behind')];
    const [funder, buyers, middle] = [await newTrader(server), await traders(4, 10), await traders(4, 0)];
    for (const [place, buyer] of buyers.entries()) {
      const between = middle[place] ?? funder;
      if (place < 2) await give(funder, buyer, 2);
      else {
        await give(funder, between, 2);
        await give(between, buyer, 2);
      }
    }

    await buyEach(buyers.slice(0, 2), direct);
    await buyEach(buyers.slice(2), behind);

    expect([await salesOf(direct), await salesOf(behind)]).toEqual([1, 1]);
  });

  it('rank once for a buyer and the recipients of its marks', async () => {
    const [id, [first, second]] = [await offer('passed-on'), await traders(2, 10)];
    if (first === undefined || second === undefined) throw new Error('Two buyers were asked for.');
    await give(first, second, 2);

    await buyEach([first, second], id);

    expect(await salesOf(id)).toBe(1);
  });

  it('do not rank if the marks come from the seller, by gifts or by purchases of others', async () => {
    const [rich, giver, shop] = [
      await newTrader(server, 100),
      await newTrader(server, 50),
      await newTrader(server, 50),
    ];
    const id = await offer('own-money-back', 1, rich);
    const [gifted, paid] = [await newTrader(server, 10), await newTrader(server, 10)];
    const [ofShop, ofPaid] = [await offer('bought-by-seller', 20, shop), await offer('bought-by-shop', 20, paid)];
    const between = await newTrader(server);
    await give(rich, giver, 2);
    await give(giver, between, 2);
    await give(between, gifted, 2);
    await buyEach([rich], ofShop);
    await buyEach([shop], ofPaid);

    await buyEach([gifted, paid], id);

    expect(await salesOf(id)).toBe(0);
  });

  it('rank up to the marks that the buyer earned, regardless of gifts and of concurrent purchases', async () => {
    const ids = [await offer('earned-1', 4), await offer('earned-2', 4), await offer('earned-3', 4)];
    const [buyer, funder] = [await newTrader(server, 5), await newTrader(server)];
    await give(funder, buyer, 100);

    await Promise.all(ids.map((id) => buyEach([buyer], id)));

    const sales = await Promise.all(ids.map(salesOf));
    expect(sales.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('rank separately for buyers that a competitor gave less than one mark', async () => {
    const [id, competitor, buyers] = [await offer('griefed'), await newTrader(server), await traders(2, 10)];
    for (const buyer of buyers) await give(competitor, buyer, 0.9);

    await buyEach(buyers, id);

    expect(await salesOf(id)).toBe(2);
  });

  it('rank once for purses that one wallet topped up', async () => {
    const [id, buyers] = [await offer('one-payer'), await traders(3, 10)];
    const payers = ['0xaa', '0xAA', '0xbb'];
    for (const [place, buyer] of buyers.entries()) await toppedUp(buyer, payers[place] ?? '');

    await buyEach(buyers, id);

    expect(await salesOf(id)).toBe(2);
  });

  it("do not rank if the seller's wallet topped the buyer up", async () => {
    const [id, buyer] = [await offer('seller-pays'), await newTrader(server, 10)];
    await toppedUp(buyer, seller.wallet.address);

    await buyEach([buyer], id);

    expect(await salesOf(id)).toBe(0);
  });

  it('rank again after the counted sale was returned', async () => {
    const [id, funder, buyers] = [await offer('counted-returned'), await newTrader(server), await traders(2, 10)];
    for (const buyer of buyers) await give(funder, buyer, 2);
    const [first, second] = buyers;
    if (first === undefined || second === undefined) throw new Error('Two buyers were asked for.');
    const [purchase] = await buyEach([first], id);
    await first.post(`/certsvc/v1/purchases/${purchase}/refund`, { reason: 'Not needed.' });

    await buyEach([second], id);

    expect(await salesOf(id)).toBe(1);
  });
});

/** A top-up that this wallet paid, as payments record it. */
async function toppedUp({ actorId }: Trader, payer: string): Promise<void> {
  const { pool } = server.database;
  const id = randomUUID();
  await pool.query(
    `INSERT INTO payment_intents (id, principal, purpose, state, method, amount, terms, x402, payer, consumed_by, created_at, expires_at, changed_at)
     VALUES ($1, 'actor:' || $2::text, 'TOPUP', 'CONSUMED', 'DIRECT', 1, '{}', '{}', $3, jsonb_build_object('type', 'topup', 'id', $2::text), now(), now(), now())`,
    [id, actorId, payer],
  );
  await pool.query(
    `INSERT INTO payment_transfers (network, tx_hash, log_index, intent_id, payer, amount, block_number, block_time, journal_id, receipt_id, credited_at)
     VALUES ('eip155:84532', $1, 0, $2, $3, 1, 1, now(), gen_random_uuid(), gen_random_uuid(), now())`,
    [`0x${id}`, id, payer],
  );
}
