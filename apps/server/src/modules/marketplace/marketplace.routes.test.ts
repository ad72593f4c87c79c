import { randomUUID } from 'node:crypto';
import { bundleSha256, Listing, listOf, Purchase, PurchasedBundle, sha256Hex } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toCursor } from '../../platform/http/index.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { certifySkill, marks, newTrader, purseOf, type Trader, transferMarks } from '../../testing/trader.ts';
import { inspectionStore, verifyLedger } from '../ledger/index.ts';

const MARKET = '/certsvc/v1/marketplace';
let server: TestServer;
let seller: Trader;
beforeAll(async () => {
  server = await startTestServer();
  seller = await newTrader(server);
});
afterAll(() => server.close());

const offer = async (name: string, price: number, by: Trader = seller): Promise<string> => {
  const certificateId = await certifySkill(server, by, name);
  const listed = await by.post(`${MARKET}/list`, {
    certificateId,
    price: marks(price),
    licence: 'One person',
    delivery: 'ARTIFACT',
  });
  expect(listed.status).toBe(201);
  return Listing.parse(listed.body).id;
};
const readListing = async (id: string) => Listing.parse((await server.get(`${MARKET}/${id}`)).body);
const buy = (buyer: Trader, id: string, body: unknown = {}, key?: string) =>
  buyer.pay(`${MARKET}/${id}/purchase`, body, key);
const transfer = (from: Trader, to: Trader) => transferMarks(server, from, to, 1_000n);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

describe('an offer', () => {
  it('is made once by the owner of a valid certificate', async () => {
    const certificateId = await certifySkill(server, seller, 'one-offer');
    const request = { certificateId, price: '0', licence: 'MIT', delivery: 'SOURCE' };
    const thirdParty = await newTrader(server);

    expect(codeOf(await thirdParty.post(`${MARKET}/list`, request))).toEqual([403, 'not_certificate_owner']);
    expect((await seller.post(`${MARKET}/list`, request)).status).toBe(201);
    expect(codeOf(await seller.post(`${MARKET}/list`, request))).toEqual([409, 'listing_exists']);
    expect(codeOf(await seller.post(`${MARKET}/list`, { ...request, certificateId: '0'.repeat(24) }))).toEqual([
      404,
      'certificate_not_found',
    ]);
    expect(codeOf(await seller.post(`${MARKET}/list`, { ...request, price: marks(1_000_001) }))).toEqual([
      422,
      'validation_failed',
    ]);
    const suspended = await certifySkill(server, seller, 'suspended-before');
    await server.operate(`/api/v1/operator/certificates/${suspended}/suspend`, {
      reason: 'Something was found in it.',
    });
    expect(codeOf(await seller.post(`${MARKET}/list`, { ...request, certificateId: suspended }))).toEqual([
      409,
      'certificate_not_valid',
    ]);
  });

  it('is found by words and price, in the requested order, page by page', async () => {
    const ids = [await offer('walrus-alpha', 3), await offer('walrus-beta', 1), await offer('walrus-gamma', 2)];
    const find = async (query: string) => listOf(Listing).parse((await server.get(`${MARKET}?q=walrus&${query}`)).body);

    expect((await find('')).items.map(({ name }) => name)).toEqual(['walrus-gamma', 'walrus-beta', 'walrus-alpha']);
    expect((await find('sort=price')).items.map(({ name }) => name)).toEqual([
      'walrus-beta',
      'walrus-gamma',
      'walrus-alpha',
    ]);
    expect((await find(`maxPrice=${marks(2)}&level=CRITICAL`)).items).toHaveLength(2);
    expect((await find('minRating=1')).items).toEqual([]);
    const first = await find('sort=sales&limit=2');
    const second = await find(`sort=sales&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(ids.toSorted());
    expect(codeOf(await server.get(`${MARKET}?sort=price&cursor=${first.nextCursor}`))).toEqual([
      422,
      'validation_failed',
    ]);
    expect(listOf(Listing).parse((await server.get(`${MARKET}?q=%25_`)).body).items).toEqual([]);
  });

  it.each(['pdf extrator', 'extractor pdf', 'Exctractor'])('is found despite a typing error: %s', async (q) => {
    const name = `PDF Extractor ${q.length}`;
    const id = await offer(name, 1);
    const find = async (words: string) =>
      listOf(Listing).parse((await server.get(`${MARKET}?q=${encodeURIComponent(words)}`)).body).items;

    expect((await find(q)).map((one) => one.id)).toContain(id);
    expect((await find('extrator'.split('').reverse().join(''))).map((one) => one.id)).not.toContain(id);
  });

  it.each(['newest', 'price', 'sales', 'rating', 'quality'])('rejects forged cursors of the order %s', async (sort) => {
    const path = sort === 'quality' ? '/api/v1/certsvc/plugins/marketplace' : MARKET;
    for (const key of ['x', '1e9', '99999999999999', '0000-01-01T00:00:00.000Z', '']) {
      if (sort === 'price' && /^[0-9]+$/.test(key)) continue;
      const cursor = toCursor({ sort, key, id: randomUUID() }, server.clock.now());

      expect(codeOf(await server.get(`${path}?sort=${sort}&cursor=${cursor}`))).toEqual([422, 'validation_failed']);
    }
  });

  it('is changed and withdrawn only by its seller', async () => {
    const id = await offer('changing', 5);
    const thirdParty = await newTrader(server, 10);

    expect(codeOf(await thirdParty.patch(`${MARKET}/${id}`, { price: '0' }))).toEqual([404, 'listing_not_found']);
    expect((await seller.patch(`${MARKET}/${id}`, { state: 'PAUSED', price: marks(6) })).body).toMatchObject({
      state: 'PAUSED',
    });
    expect(codeOf(await buy(thirdParty, id))).toEqual([409, 'listing_wrong_state']);
    expect((await seller.delete(`${MARKET}/${id}`)).status).toBe(204);
    expect(codeOf(await seller.delete(`${MARKET}/${id}`))).toEqual([404, 'listing_not_found']);
    expect(codeOf(await buy(thirdParty, id))).toEqual([409, 'listing_wrong_state']);
    expect(await purseOf(server, thirdParty.actorId)).toBe(10);
  });
});

describe('a purchase', () => {
  it('moves the price less the fee, and delivers the certified bytes', async () => {
    const id = await offer('sold-once', 20);
    const buyer = await newTrader(server, 50);
    const before = await purseOf(server, seller.actorId);

    const bought = await buy(buyer, id, { maxPrice: marks(20) });

    const purchase = Purchase.parse(bought.body);
    expect(bought.status).toBe(201);
    expect([await purseOf(server, buyer.actorId), (await purseOf(server, seller.actorId)) - before]).toEqual([30, 0]);
    expect(purchase).toMatchObject({ state: 'HELD', valid: true, refundedAt: null, upgradedFrom: null });
    await daysPass(15, purchase.id);
    expect((await purseOf(server, seller.actorId)) - before).toBe(19);
    const bundle = PurchasedBundle.parse((await buyer.get(`/certsvc/v1/purchases/${purchase.id}/bundle`)).body);
    const files = bundle.files.map(({ path, mode, contentBase64 }) => ({
      path,
      mode,
      sha256: sha256Hex(Buffer.from(contentBase64, 'base64')),
    }));
    expect(`sha256:${bundleSha256(files)}`).toBe(purchase.delivery.digest);
    expect(listOf(Purchase).parse((await buyer.get('/certsvc/v1/purchases')).body).items).toMatchObject([
      { id: purchase.id, state: 'PAID_OUT', refundableUntil: null },
    ]);
    expect(await readListing(id)).toMatchObject({ sales: 1 });
  });

  it('happens once, regardless of repeats and concurrency', async () => {
    const id = await offer('sold-twice', 20);
    const buyer = await newTrader(server, 50);
    const key = randomUUID();

    const [first, again] = [await buy(buyer, id, {}, key), await buy(buyer, id, {}, key)];
    const others = await Promise.all(Array.from({ length: 4 }, () => buy(buyer, id)));

    expect(again.body).toEqual(first.body);
    expect(codeOf(await buy(buyer, id, { maxPrice: '1' }, key))).toEqual([422, 'idempotency_key_reused']);
    for (const other of others) expect(codeOf(other)).toEqual([409, 'already_purchased']);
    expect(await purseOf(server, buyer.actorId)).toBe(30);
  });

  it('succeeds once for concurrent requests', async () => {
    const id = await offer('sold-at-once', 20);
    const buyer = await newTrader(server, 100);

    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(buyer, id)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await purseOf(server, buyer.actorId)).toBe(80);
  });

  it('is rejected without enough marks, for an own offer, above the accepted price, and without a key', async () => {
    const id = await offer('too-dear', 20);
    const poor = await newTrader(server, 19);
    const rich = await newTrader(server, 100);

    expect(codeOf(await buy(poor, id))).toEqual([409, 'insufficient_funds']);
    expect(codeOf(await buy(seller, id))).toEqual([403, 'own_listing']);
    await seller.patch(`${MARKET}/${id}`, { price: marks(30) });
    expect(codeOf(await buy(rich, id, { maxPrice: marks(20) }))).toEqual([409, 'price_above_max']);
    expect(codeOf(await rich.post(`${MARKET}/${id}/purchase`, {}))).toEqual([400, 'idempotency_key_required']);
    expect(codeOf(await buy(rich, randomUUID()))).toEqual([404, 'listing_not_found']);
    expect([await purseOf(server, poor.actorId), await purseOf(server, rich.actorId)]).toEqual([19, 100]);
    expect((await readListing(id)).sales).toBe(0);
  });

  it('is rejected for the account of the seller', async () => {
    const owner = await newTrader(server);
    const id = await offer('two-wallets', 1, owner);
    const second = await newTrader(server, 5);
    await shareAccount(owner, second);

    expect(codeOf(await buy(second, id))).toEqual([403, 'own_listing']);
  });

  it('is rejected, and nothing is delivered, if the stored bytes are not the certified ones', async () => {
    const id = await offer('tampered', 5);
    const [holder, late] = [await newTrader(server, 5), await newTrader(server, 5)];
    const { id: purchaseId } = Purchase.parse((await buy(holder, id)).body);

    await tamper('Notes of tampered.\n', 'Notes of somebody else.\n');

    expect(codeOf(await buy(late, id))).toEqual([409, 'bundle_changed']);
    expect(codeOf(await holder.get(`/certsvc/v1/purchases/${purchaseId}/bundle`))).toEqual([409, 'bundle_changed']);
    expect(await purseOf(server, late.actorId)).toBe(5);
  });

  it('is readable only by its buyer, and not with a revoked key', async () => {
    const id = await offer('private', 0);
    const [buyer, other] = [await newTrader(server), await newTrader(server)];
    const { id: purchaseId, journalId } = Purchase.parse((await buy(buyer, id)).body);
    const path = `/certsvc/v1/purchases/${purchaseId}/bundle`;

    expect(journalId).toBeNull();
    expect(codeOf(await other.get(path))).toEqual([404, 'purchase_not_found']);
    expect((await server.get(path)).status).toBe(401);
    expect((await buyer.delete(`/api/v1/auth/keys/${buyer.keyId}`)).status).toBe(204);
    expect((await buyer.get(path)).status).toBe(401);
  });
});

describe('a rating', () => {
  it('is one per buyer, and counts towards the average', async () => {
    const id = await offer('rated', 2);
    const [one, two, none] = [await newTrader(server, 5), await newTrader(server, 5), await newTrader(server)];
    for (const buyer of [one, two]) await buy(buyer, id);

    expect(codeOf(await none.put(`${MARKET}/${id}/rating`, { stars: 5 }))).toEqual([404, 'purchase_not_found']);
    expect(codeOf(await one.put(`${MARKET}/${id}/rating`, { stars: 6 }))).toEqual([422, 'validation_failed']);
    await one.put(`${MARKET}/${id}/rating`, { stars: 1 });
    await one.put(`${MARKET}/${id}/rating`, { stars: 4, text: 'Good after all.' });
    expect((await two.put(`${MARKET}/${id}/rating`, { stars: 5 })).body).toMatchObject({
      rating: { average: 4.5, count: 2 },
    });
    expect(listOf(Listing).parse((await server.get(`${MARKET}?q=rated&minRating=4.5`)).body).items).toHaveLength(1);
  });

  it('does not count if seller and buyer are connected, or the product was free', async () => {
    const id = await offer('washed', 2);
    const [funded, throughOther, middle, account] = [
      await newTrader(server, 5),
      await newTrader(server, 5),
      await newTrader(server, 5),
      await newTrader(server, 5),
    ];
    await transfer(seller, funded);
    await transfer(seller, middle);
    await transfer(middle, throughOther);
    for (const buyer of [funded, throughOther, account]) expect((await buy(buyer, id)).status).toBe(201);
    await shareAccount(seller, account);
    const back = await offer('sold-back', 1, middle);
    await buy(funded, back);
    const free = await offer('for-nothing', 0);
    const honest = await newTrader(server, 5);
    await buy(honest, free);

    for (const buyer of [funded, throughOther, account]) {
      const rated = await buyer.put(`${MARKET}/${id}/rating`, { stars: 5 });
      expect(rated.body).toMatchObject({ rating: { average: null, count: 0 } });
    }
    expect((await honest.put(`${MARKET}/${free}/rating`, { stars: 5 })).body).toMatchObject({ rating: { count: 0 } });
    expect((await readListing(id)).sales).toBe(1); // The sale to the buyer that was connected only afterwards.
  });
});

describe('a certificate that is no longer valid', () => {
  it('blocks its offer, and notifies seller and buyers', async () => {
    const id = await offer('suspended-later', 1);
    const [buyer, late] = [await newTrader(server, 5), await newTrader(server, 5)];
    await buy(buyer, id);
    const { certificateId } = await readListing(id);

    await server.operate(`/api/v1/operator/certificates/${certificateId}/suspend`, {
      reason: 'Something was found in it.',
    });
    expect(codeOf(await buy(late, id))).toEqual([409, 'certificate_not_valid']);
    await server.published();

    await expect.poll(async () => (await readListing(id)).state, { timeout: 60_000 }).toBe('BLOCKED');
    const { rows } = await server.database.pool.query(
      "SELECT owner, data FROM events WHERE kind = 'listing.state_changed' AND subject_id = $1 AND data->>'to' = 'BLOCKED'",
      [id],
    );
    expect(rows.map(({ owner }) => owner).sort()).toEqual([`actor:${seller.actorId}`, `actor:${buyer.actorId}`].sort());
    expect(listOf(Listing).parse((await server.get(`${MARKET}?q=suspended-later`)).body).items).toEqual([]);
    expect((await seller.patch(`${MARKET}/${id}`, { state: 'ACTIVE' })).body).toMatchObject({
      state: 'BLOCKED',
      valid: false,
    });
  });
});

describe('a refund', () => {
  it('returns the whole price within three days, ends the licence, and removes sale and rating', async () => {
    const id = await offer('returned', 20);
    const [buyer, other] = [await newTrader(server, 50), await newTrader(server)];
    const before = await purseOf(server, seller.actorId);
    const { id: purchaseId } = Purchase.parse((await buy(buyer, id)).body);
    await buyer.put(`${MARKET}/${id}/rating`, { stars: 1 });

    expect(codeOf(await refund(other, purchaseId))).toEqual([404, 'purchase_not_found']);
    expect((await refund(buyer, purchaseId)).body).toMatchObject({ state: 'REFUNDED', refundableUntil: null });

    expect([await purseOf(server, buyer.actorId), (await purseOf(server, seller.actorId)) - before]).toEqual([50, 0]);
    expect(await readListing(id)).toMatchObject({ sales: 0, rating: { count: 0 } });
    const path = `/certsvc/v1/purchases/${purchaseId}/bundle`;
    expect(codeOf(await buyer.get(path))).toEqual([409, 'purchase_refunded']);
    expect(codeOf(await refund(buyer, purchaseId))).toEqual([409, 'refund_not_possible']);
    await daysPass(15, purchaseId);
    expect(await purseOf(server, seller.actorId)).toBe(before);
  });

  it('is granted once per product, within three days, and not for free products', async () => {
    const [id, late, free] = [await offer('twice', 2), await offer('too-late', 2), await offer('no-price', 0)];
    const buyer = await newTrader(server, 50);
    const bought = async (listing: string) => Purchase.parse((await buy(buyer, listing)).body).id;
    const [first, second, nothing] = [await bought(id), await bought(late), await bought(free)];
    await refund(buyer, first);

    expect(codeOf(await refund(buyer, await bought(id)))).toEqual([409, 'refund_not_possible']);
    expect(codeOf(await refund(buyer, nothing))).toEqual([409, 'refund_not_possible']);
    await daysPass(4, second);
    expect(codeOf(await refund(buyer, second))).toEqual([409, 'refund_not_possible']);
  });

  it('is granted while the price is held if the certificate is not valid, and delays the payout', async () => {
    const id = await offer('suspended-after-sale', 20);
    const buyer = await newTrader(server, 50);
    const before = await purseOf(server, seller.actorId);
    const { id: purchaseId } = Purchase.parse((await buy(buyer, id)).body);
    const { certificateId } = await readListing(id);
    await server.operate(`/api/v1/operator/certificates/${certificateId}/suspend`, { reason: 'It steals keys.' });

    await daysPass(15, purchaseId);
    expect(await purseOf(server, seller.actorId)).toBe(before);
    const bundle = await buyer.get(`/certsvc/v1/purchases/${purchaseId}/bundle`);
    expect(bundle.body).toMatchObject({ valid: false, warning: expect.stringContaining('not valid') });
    expect((await refund(buyer, purchaseId)).body).toMatchObject({ state: 'REFUNDED', valid: false });
    expect(await purseOf(server, buyer.actorId)).toBe(50);
  });
});

describe('a later version', () => {
  const bought = async (buyer: Trader, id: string) => Purchase.parse((await buy(buyer, id)).body);
  const certified = async (version: string, price: number) => {
    const certificateId = await certifySkill(server, seller, 'has-versions', { 'version.md': version });
    const request = { certificateId, price: marks(price), licence: 'One person', delivery: 'ARTIFACT' };
    return Listing.parse((await seller.post(`${MARKET}/list`, request)).body).id;
  };

  it("costs a licence holder the difference, keeps the proceeds of the first for its seller, and ends with the first's refund", async () => {
    const before = await purseOf(server, seller.actorId);
    const [holder, returning] = [await newTrader(server, 100), await newTrader(server, 100)];
    const first = await certified('1.0.0', 20);
    const [kept, returned] = [await bought(holder, first), await bought(returning, first)];
    const second = await certified('2.0.0', 50); // Deprecates the certificate of the first version.

    const upgrade = await bought(returning, second);
    expect(upgrade).toMatchObject({ upgradedFrom: returned.id, price: { amount: BigInt(marks(30)) } });
    expect((await readListing(second)).sales).toBe(2);
    await returning.post(`/certsvc/v1/purchases/${returned.id}/refund`, { reason: 'Not needed.' });
    expect(await purseOf(server, returning.actorId)).toBe(100);
    const bundle = await returning.get(`/certsvc/v1/purchases/${upgrade.id}/bundle`);
    expect(codeOf(bundle)).toEqual([409, 'purchase_refunded']);

    await daysPass(15, kept.id);
    expect((await purseOf(server, seller.actorId)) - before).toBe(19);
  });

  it('can be returned separately, even if the first licence was free', async () => {
    const buyer = await newTrader(server, 100);
    const free = await bought(buyer, await certified('3.0.0', 0));
    const upgrade = await bought(buyer, await certified('4.0.0', 50));
    expect(upgrade).toMatchObject({ upgradedFrom: free.id });

    expect((await refund(buyer, upgrade.id)).body).toMatchObject({ state: 'REFUNDED' });
    expect(await purseOf(server, buyer.actorId)).toBe(100);
  });

  it('that is paid out during the refund of the first licence stays, and the refund is answered', async () => {
    const buyer = await newTrader(server, 100);
    const first = await bought(buyer, await certified('4.1.0', 20));
    const upgrade = await bought(buyer, await certified('4.2.0', 50));
    const payout = await server.database.pool.connect();
    await payout.query('BEGIN');
    await payout.query('UPDATE purchases SET paid_out_at = now() WHERE id = $1', [upgrade.id]);

    const refunding = refund(buyer, first.id);
    await vi.waitFor(async () => {
      const { rowCount } = await server.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    await payout.query('COMMIT');
    payout.release();

    expect((await refunding).body).toMatchObject({ state: 'REFUNDED' });
    expect(await purseOf(server, buyer.actorId)).toBe(70);
    expect(codeOf(await refund(buyer, first.id))).toEqual([409, 'refund_not_possible']);
  });

  it('that was returned is not refunded again with the first licence', async () => {
    const buyer = await newTrader(server, 100);
    const first = await bought(buyer, await certified('5.0.0', 20));
    const second = await certified('6.0.0', 50);
    await refund(buyer, (await bought(buyer, second)).id);
    await server.operate(`/api/v1/operator/certificates/${first.certificateId}/suspend`, { reason: 'It steals keys.' });

    expect((await refund(buyer, first.id)).body).toMatchObject({ state: 'REFUNDED' });
    expect(await purseOf(server, buyer.actorId)).toBe(100);
  });

  it('is refunded if its certificate stays suspended after the payout of the first licence', async () => {
    const buyer = await newTrader(server, 100);
    const first = await bought(buyer, await certified('7.0.0', 20));
    const second = await certified('8.0.0', 50);
    const upgrade = await bought(buyer, second);
    await daysPass(15, first.id);
    const { certificateId } = await readListing(second);
    await server.operate(`/api/v1/operator/certificates/${certificateId}/suspend`, { reason: 'It steals keys.' });

    await daysPass(61, upgrade.id);

    expect(await purseOf(server, buyer.actorId)).toBe(80);
  });
});

describe('a product', () => {
  it('keeps sales, ratings and licences after it is listed again', async () => {
    const id = await offer('relisted', 5);
    const buyer = await newTrader(server, 50);
    await buy(buyer, id);
    await buyer.put(`${MARKET}/${id}/rating`, { stars: 4, text: 'Works.' });
    const { certificateId, lineageId } = await readListing(id);
    await seller.delete(`${MARKET}/${id}`);

    const request = { certificateId, price: marks(9), licence: 'One person', delivery: 'ARTIFACT' };
    const again = Listing.parse((await seller.post(`${MARKET}/list`, request)).body);

    expect(again).toMatchObject({ lineageId, sales: 1, rating: { average: 4, count: 1 } });
    expect(codeOf(await buy(buyer, again.id))).toEqual([409, 'already_purchased']);
    expect((await server.get(`${MARKET}/${again.id}/reviews`)).body).toMatchObject({
      items: [{ stars: 4, text: 'Works.', counts: true }],
    });
    expect(await purseOf(server, buyer.actorId)).toBe(45);
  });

  it('shows its price history', async () => {
    const id = await offer('price-moves', 5);
    await seller.patch(`${MARKET}/${id}`, { price: marks(7) });
    await seller.patch(`${MARKET}/${id}`, { price: marks(7) });

    const { priceHistory } = (await server.get(`${MARKET}/${id}`)).body as { priceHistory: { price: string }[] };
    expect(priceHistory.map(({ price }) => price)).toEqual([marks(7), marks(5)]);
  });

  it('does not rank by free sales', async () => {
    const id = await offer('given-away', 0);
    await buy(await newTrader(server), id);

    expect((await readListing(id)).sales).toBe(0);
  });
});

it('leaves the ledger balanced', async () => {
  expect(await verifyLedger(inspectionStore(server.database.db))).toMatchObject({ isIntact: true });
});

const refund = (buyer: Trader, id: string) =>
  buyer.post(`/certsvc/v1/purchases/${id}/refund`, { reason: 'It does not do what it says.' });

/** Moves the purchase back by this many days, and pays out due prices. */
async function daysPass(days: number, purchaseId: string): Promise<void> {
  await server.database.pool.query(
    'UPDATE purchases SET purchased_at = purchased_at - make_interval(days => $2) WHERE id = $1',
    [purchaseId, days],
  );
  await server.app.payOutDue();
}

/** Links both wallets to one account. */
async function shareAccount(one: Trader, other: Trader): Promise<void> {
  const accountId = randomUUID();
  const { pool } = server.database;
  await pool.query(
    "INSERT INTO accounts (id, email, display_name, notify, terms_accepted_at, created_at) VALUES ($1, $2, 'Robin', '{}', now(), now())",
    [accountId, `${accountId}@example.invalid`],
  );
  for (const { wallet } of [one, other])
    await pool.query(
      "INSERT INTO wallet_links (id, account_id, address, label, is_primary, verified_at) VALUES ($1, $2, $3, '', $4, now()) ON CONFLICT (address) DO UPDATE SET account_id = EXCLUDED.account_id",
      [randomUUID(), accountId, wallet.address, wallet === one.wallet],
    );
}

/** Changes stored bytes with the triggers disabled, as a person with database access could. */
async function tamper(from: string, to: string): Promise<void> {
  const { pool } = server.database;
  await pool.query('ALTER TABLE bundle_contents DISABLE TRIGGER ALL');
  const { rowCount } = await pool.query('UPDATE bundle_contents SET bytes = $2 WHERE bytes = $1', [
    Buffer.from(from),
    Buffer.from(to),
  ]);
  await pool.query('ALTER TABLE bundle_contents ENABLE TRIGGER ALL');
  expect(rowCount).toBe(1);
}
