import { Flag } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { marks, newTrader, type Trader } from '../../testing/trader.ts';

const DAY_MS = 86_400_000;
const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(200), clock });
});
afterAll(() => server.close());

const flagPath = (id: string) => `/certsvc/v1/certificates/${id}/flag`;
const hour = () => server.app.world.stepBy(1);

async function reporterWith(amount: number): Promise<Trader> {
  const reporter = await newTrader(server);
  await hour(); // The actor is born.
  const grant = { actorId: reporter.actorId, amount: marks(amount), reason: 'For bonds in a test.' };
  await server.operate('/api/v1/operator/grants', grant);
  await hour(); // The grant is paid.
  return reporter;
}

const file = (by: Trader, id: string, bond: string) =>
  by.post(flagPath(id), {
    walletAddress: by.wallet.address,
    category: 'DATA_EXFILTRATION',
    description: 'It sends the clipboard to an address of its author.',
    bond,
  });

async function walletOf({ get, actorId }: Trader) {
  const { body } = await get(`/api/v1/wallet/${actorId}`);
  const { available, breakdown } = body as { available: string; breakdown: { bonds: string } };
  return { available: BigInt(available) / 1_000_000n, bonds: BigInt(breakdown.bonds) / 1_000_000n };
}

async function decide(flagId: string, decision: string): Promise<void> {
  const { body } = await server.get('/api/v1/operator/queue?kind=FLAG&limit=100', OPERATOR);
  const { items } = body as { items: { id: string; ref: { id: string } }[] };
  const item = items.find(({ ref }) => ref.id === flagId)?.id ?? 'none';
  const answer = await server.operate(`/api/v1/operator/queue/${item}/decide`, {
    decision,
    reason: 'The evidence was checked by hand.',
  });
  expect(answer.status).toBe(200);
}

/** The journals of the flag, oldest first. */
async function journalsOf(flagId: string): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ kind: string }>(
    "SELECT kind FROM ledger_journals WHERE ref_type = 'flag' AND ref_id = $1 ORDER BY booked_at, kind DESC",
    [flagId],
  );
  return rows.map(({ kind }) => kind);
}

describe('a bond on a flag', () => {
  it('is charged to the purse, shown in flag and wallet, and opens the flag at once', async () => {
    const [reporter, id] = [await reporterWith(700), await issueCertificate(server)];

    const answer = await file(reporter, id, marks(500));

    expect(answer.status).toBe(201);
    const flag = Flag.parse(answer.body);
    expect(answer.body).toMatchObject({ state: 'OPEN', bond: marks(500), bondState: 'HELD', activeFlagCount: 1 });
    await hour();
    expect(await walletOf(reporter)).toMatchObject({ bonds: 500n });
    expect(await journalsOf(flag.id)).toEqual(['bond.taken']);
    const { body } = await reporter.get(`/api/v1/wallet/${reporter.actorId}/transactions?kind=BOND`);
    expect(body).toMatchObject({ items: [{ kind: 'BOND', amount: `-${marks(500)}` }] });
  });

  it('below 500 marks is charged, and the flag waits for screening', async () => {
    const [reporter, id] = [await reporterWith(100), await issueCertificate(server)];

    const answer = await file(reporter, id, marks(50));

    expect(answer).toMatchObject({ status: 202, body: { state: 'RECEIVED', bond: marks(50), activeFlagCount: 0 } });
  });

  it.each([
    ['CONFIRM', 'RETURNED', 'bond.returned', 600n],
    ['DISMISS', 'LOST', 'bond.lost', 0n],
  ])('after %s is %s', async (decision, bondState, journal, back) => {
    const [reporter, id] = [await reporterWith(600), await issueCertificate(server)];
    const flag = Flag.parse((await file(reporter, id, marks(600))).body);
    await hour();
    const held = await walletOf(reporter);

    await decide(flag.id, decision);
    await hour();

    const { body } = await reporter.get('/certsvc/v1/flags');
    expect(body).toMatchObject({ items: [{ id: flag.id, bond: marks(600), bondState }] });
    const after = await walletOf(reporter);
    expect(after.bonds).toBe(0n);
    expect(Number(after.available - held.available)).toBeCloseTo(Number(back), -2);
    expect(await journalsOf(flag.id)).toEqual(['bond.taken', journal]);
  });

  it('is lost if an open flag is withdrawn, because the flag had its effect', async () => {
    const [reporter, id] = [await reporterWith(500), await issueCertificate(server)];
    const flag = Flag.parse((await file(reporter, id, marks(500))).body);

    const withdrawn = await reporter.post(`/certsvc/v1/flags/${flag.id}/withdraw`);

    expect(withdrawn.body).toMatchObject({ state: 'WITHDRAWN', bondState: 'LOST' });
    expect(await journalsOf(flag.id)).toEqual(['bond.taken', 'bond.lost']);
    await hour();
  });

  it('is returned if the decision is late, and a later dismissal does not charge it again', async () => {
    const [reporter, id] = [await reporterWith(500), await issueCertificate(server)];
    const flag = Flag.parse((await file(reporter, id, marks(500))).body);

    clock.advance(3 * DAY_MS);
    await server.app.flagBonds.returnOverdue();
    const { body } = await reporter.get('/certsvc/v1/flags');
    expect(body).toMatchObject({ items: [{ id: flag.id, state: 'OPEN', bondState: 'RETURNED' }] });
    await decide(flag.id, 'DISMISS');
    await hour();

    expect(await journalsOf(flag.id)).toEqual(['bond.taken', 'bond.returned']);
  });

  it('is rejected with the balance if the purse has too little, and no flag is filed', async () => {
    const [reporter, id] = [await reporterWith(100), await issueCertificate(server)];

    const answer = await file(reporter, id, marks(500));

    const detail = expect.stringMatching(/^This operation needs 500 marks; \d{2,3}[ .]/);
    expect(answer).toMatchObject({ status: 409, body: { code: 'insufficient_funds', detail } });
    expect((await reporter.get('/certsvc/v1/flags')).body).toMatchObject({ items: [] });
  });
});
