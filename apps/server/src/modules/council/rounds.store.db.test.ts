import { randomBytes } from 'node:crypto';
import { Hash32, newUuidV7, RoundId } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Beacon } from './council.tables.ts';
import { type RoundRow, type RoundStore, roundStore } from './rounds.store.ts';

const LONG_AGO = new Date(0);

let server: TestServer;
let store: RoundStore;
beforeAll(async () => {
  server = await startTestServer();
  store = roundStore(server.database.db);
});
afterAll(() => server.close());

/** An examined round that waits for its beacon, as a worker reads it. */
async function openRound(): Promise<RoundRow> {
  const now = server.clock.now();
  const round: RoundRow = {
    id: newUuidV7(RoundId, now.getTime(), randomBytes),
    submissionId: await submitSkill(server),
    requestId: null,
    type: 'INITIAL_AUDIT',
    state: 'OPEN',
    sealedAt: now,
    beacon: null,
    decision: null,
    securityLevel: null,
    readingUsage: null,
    reason: null,
    examinations: 1,
    failures: 0,
    dueAt: now,
    startedAt: now,
    completedAt: null,
  };
  await store.insert(round);
  return round;
}

const newBeacon = (): Beacon => {
  const value = Hash32.parse(`0x${randomBytes(32).toString('hex')}`);
  return { source: 'test block 1', value, seed: value, at: server.clock.now().toISOString() };
};

const dueNow = (): Promise<string[]> => store.listDue(server.clock.now(), LONG_AGO, 100);

describe('a round whose beacon arrives while a worker sets it to rest', () => {
  it('is due again if the beacon arrived first, although no job is queued', async () => {
    const seen = await openRound();

    await store.setBeacons([{ id: seen.id, beacon: newBeacon() }], server.clock.now());
    await store.setDue(seen, null);

    expect(await dueNow()).toContain(seen.submissionId);
  });

  it('is due again if it was set to rest first', async () => {
    const seen = await openRound();

    await store.setDue(seen, null);
    expect(await dueNow()).not.toContain(seen.submissionId);
    await store.setBeacons([{ id: seen.id, beacon: newBeacon() }], server.clock.now());

    expect(await dueNow()).toContain(seen.submissionId);
  });

  it('rests if the worker has seen the beacon', async () => {
    const { id } = await openRound();
    await store.setBeacons([{ id: id, beacon: newBeacon() }], server.clock.now());
    const seen = await store.find(id);

    await store.setDue(seen as RoundRow, null);

    expect(await dueNow()).not.toContain(seen?.submissionId);
  });
});

describe('rounds that a worker leases', () => {
  it('are leased without waiting for a row that another transaction locks', async () => {
    const [held, free] = [await openRound(), await openRound()];
    const now = server.clock.now();
    const later = new Date(now.getTime() + 60_000);

    await server.database.db.transaction(async (tx) => {
      await roundStore(tx).setDue(held, now);
      await store.keepAhead([held.id, free.id], later);
    });

    expect((await store.find(free.id))?.dueAt).toEqual(later);
    expect((await store.find(held.id))?.dueAt).toEqual(now);
  });
});
