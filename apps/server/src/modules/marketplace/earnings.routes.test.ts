import { Earnings, Listing, Purchase } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { certifySkill, marks, newTrader, type Trader } from '../../testing/trader.ts';

const MARKET = '/certsvc/v1/marketplace';
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const offer = async (seller: Trader, name: string, price: number): Promise<string> => {
  const certificateId = await certifySkill(server, seller, name);
  const terms = { certificateId, price: marks(price), licence: 'One person', delivery: 'ARTIFACT' };
  return Listing.parse((await seller.post(`${MARKET}/list`, terms)).body).id;
};
const buy = async (buyer: Trader, id: string) => Purchase.parse((await buyer.pay(`${MARKET}/${id}/purchase`)).body);
const amount = (of: number): bigint => BigInt(marks(of));
const earningsOf = async (seller: Trader) => Earnings.parse((await seller.get('/certsvc/v1/earnings')).body);

it('earnings are zero for a seller without offers, and need a key', async () => {
  const sums = { licences: 0, held: 0n, paidOut: 0n, fees: 0n, refunded: 0n };
  expect(await earningsOf(await newTrader(server))).toEqual({
    totals: sums,
    nextPayoutAt: null,
    months: [],
    listings: [],
  });
  expect((await server.get('/certsvc/v1/earnings')).status).toBe(401);
});

it('earnings are held, paid out less the fee, and refunded, by listing and month of one seller', async () => {
  const [seller, other] = [await newTrader(server), await newTrader(server)];
  const [first, second] = [await offer(seller, 'earning-one', 20), await offer(seller, 'earning-two', 30)];
  const [early, late, strange] = [
    await newTrader(server, 100),
    await newTrader(server, 100),
    await offer(other, 'earning-other', 40),
  ];
  await buy(early, first);
  await buy(early, strange);
  const returned = await buy(early, second);
  expect((await early.post(`/certsvc/v1/purchases/${returned.id}/refund`, { reason: 'Not needed.' })).status).toBe(200);
  const held = await earningsOf(seller);

  expect(held.totals).toEqual({ licences: 2, held: amount(20), paidOut: 0n, fees: 0n, refunded: amount(30) });
  expect(Date.parse(held.nextPayoutAt ?? '')).toBeGreaterThan(server.clock.now().getTime() + 13 * DAY_MS);

  await server.database.pool.query("UPDATE purchases SET purchased_at = purchased_at - interval '40 days'");
  await server.app.payOutDue();
  await buy(late, first);
  const { totals, months, listings } = await earningsOf(seller);

  expect(totals).toEqual({ licences: 3, held: amount(20), paidOut: amount(19), fees: amount(1), refunded: amount(30) });
  expect(months.map(({ licences, held, paidOut }) => [licences, held, paidOut])).toEqual([
    [1, amount(20), 0n],
    [2, 0n, amount(19)],
  ]);
  expect((months[0]?.month ?? '') > (months[1]?.month ?? '')).toBe(true);
  expect(listings.map(({ name, refunded, paidOut }) => [name, refunded, paidOut])).toEqual([
    ['earning-two', amount(30), 0n],
    ['earning-one', 0n, amount(19)],
  ]);
});
