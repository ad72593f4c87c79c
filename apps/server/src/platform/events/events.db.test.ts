import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newEventRow } from '../../testing/event-rows.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sql } from '../db/drizzle.ts';
import { openListener } from '../db/index.ts';
import { createEventPublisher, createNoticeBus, eventStore } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE events'));

const clock = { now: () => new Date() };
const add = (subjectId: string) => database.db.transaction((tx) => eventStore(tx).add(newEventRow(subjectId)));
const number = () => database.db.transaction((tx) => eventStore(tx).number());
const readAll = () => eventStore(database.db).listAfter(0, [{ kindPrefix: 'certificate.' }], 10_000);

describe('numbering', () => {
  it('assigns rising numbers to committed events in insertion order', async () => {
    for (const subject of ['a', 'b', 'c']) await add(subject);

    const numbered = await number();

    expect(numbered.map(({ subjectId }) => subjectId)).toEqual(['a', 'b', 'c']);
    expect(await number()).toEqual([]);
  });

  it('skips uncommitted events, and never numbers one below what readers have seen', async () => {
    const slow = await database.pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO events (id, kind, occurred_at, subject_type, subject_id, outcome, data)
       VALUES ($1, 'certificate.issued', now(), 'certificate', 'slow', 'success', '{}')`,
      [randomUUID()],
    );
    await add('fast');
    const before = await number();

    await slow.query('COMMIT');
    slow.release();
    const after = await number();

    expect(before.map(({ subjectId }) => subjectId)).toEqual(['fast']);
    expect(after.map(({ subjectId }) => subjectId)).toEqual(['slow']);
    expect(after[0]?.seq).toBeGreaterThan(before[0]?.seq ?? Number.POSITIVE_INFINITY);
  });

  it('never loses, repeats or reorders an event for a follower, however writers and publishers interleave', async () => {
    const step = fc.constantFrom('write', 'publish', 'read');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        await database.pool.query('TRUNCATE events');
        const written: string[] = [];
        const seen: { seq: number; subjectId: string }[] = [];
        const follow = async () => {
          const page = await eventStore(database.db).listAfter(
            seen.at(-1)?.seq ?? 0,
            [{ kindPrefix: 'certificate.' }],
            3,
          );
          seen.push(...page);
          return page.length;
        };

        const running = steps.map(async (what) => {
          if (what === 'publish') return number();
          if (what === 'read') return undefined;
          const subject = randomUUID();
          written.push(subject);
          return add(subject);
        });
        for (const what of steps) if (what === 'read') await follow();
        await Promise.all(running);
        await number();
        while ((await follow()) > 0);

        expect(seen.map(({ subjectId }) => subjectId).sort()).toEqual([...written].sort());
        expect(seen.map(({ seq }) => seq)).toEqual([...new Set(seen.map(({ seq }) => seq))].sort((a, b) => a - b));
      }),
      { numRuns: 15 },
    );
  });
});

describe('a query over many events', () => {
  const START = new Date('2026-01-01T00:00:00.000Z');
  const COUNT = 20_000;

  async function fill(): Promise<void> {
    await database.pool.query(
      `INSERT INTO events (id, seq, kind, occurred_at, subject_type, subject_id, outcome, data)
       SELECT gen_random_uuid(), n, 'world.paused', $1::timestamptz + n * interval '1 minute', 'world', n, 'success', '{}'
       FROM generate_series(1, $2::int) n`,
      [START, COUNT],
    );
    await database.pool.query('ANALYZE events');
  }
  /** The result of a query, and the number of table rows that it read. */
  const measure = <T>(query: (store: ReturnType<typeof eventStore>) => Promise<T>) =>
    database.db.transaction(async (tx) => {
      const count = async () => {
        const { rows } = await tx.execute<{ looked: string }>(
          sql`SELECT seq_tup_read + idx_tup_fetch AS looked FROM pg_stat_xact_user_tables WHERE relname = 'events'`,
        );
        return Number(rows[0]?.looked);
      };
      const before = await count(); // counts this connection, including earlier transactions
      const found = await query(eventStore(tx));
      return { found, looked: (await count()) - before };
    });

  it('finds the oldest event since a time without scanning earlier ones', async () => {
    await fill();

    const { found, looked } = await measure((store) =>
      store.oldestSeqSince(new Date(START.getTime() + (COUNT - 5_000) * 60_000)),
    );

    expect(found).toBe(COUNT - 5_000);
    expect(looked).toBeLessThanOrEqual(1_000);
    expect(await eventStore(database.db).oldestSeqSince(new Date('2030-01-01'))).toBe(0);
  });

  it('finds the lowest number since a time, even when later events have lower numbers', async () => {
    const at = (subjectId: string, ms: number) => ({
      ...newEventRow(subjectId),
      occurredAt: new Date(START.getTime() + ms),
    });
    await eventStore(database.db).addAll([at('a', 2), at('b', 1), at('before', 0)]);
    const [first] = await number();

    expect(await eventStore(database.db).oldestSeqSince(new Date(START.getTime() + 1))).toBe(first?.seq);
  });

  it('reads only events up to the given position', async () => {
    await fill();
    const topics = [{ kindPrefix: 'flag.' }, { kindPrefix: 'certificate.' }];

    const { found, looked } = await measure((store) => store.listAfter(1_000, topics, 200, 2_000));

    expect(found).toEqual([]);
    expect(looked).toBeLessThanOrEqual(1_000);
    const page = await eventStore(database.db).listAfter(1_000, [], 200, 1_003);
    expect(page.map(({ seq }) => seq)).toEqual([1_001, 1_002, 1_003]);
  });
});

describe('the publisher', () => {
  it('publishes each event once across processes, and notifies readers in all of them', async () => {
    const processes = [1, 2].map(() => {
      const bus = createNoticeBus({
        listen: (options) => openListener({ ...options, connection: database.connection, log: silentLog }),
        clock,
      });
      const told = vi.fn();
      const publisher = createEventPublisher({
        publishInTransaction: (then) => database.db.transaction((tx) => then(eventStore(tx))),
        bus,
        log: silentLog,
      });
      bus.on('events', told);
      bus.start();
      publisher.start();
      return { bus, publisher, told };
    });
    await vi.waitFor(() => expect(processes.every(({ bus }) => bus.isProven())).toBe(true), { timeout: 60_000 });

    await Promise.all(Array.from({ length: 40 }, (_, index) => add(String(index))));
    await vi.waitFor(async () => expect(await readAll()).toHaveLength(40), { timeout: 60_000 });

    const published = await readAll();
    expect(new Set(published.map(({ seq }) => seq)).size).toBe(40);
    for (const { told } of processes)
      await vi.waitFor(() => expect(told).toHaveBeenCalledWith('published'), { timeout: 60_000 });
    for (const { bus, publisher } of processes) {
      await publisher.stop();
      await bus.stop();
    }
  });

  it('finds events with a lost notice, and continues after a failure', async () => {
    let failures = 1;
    const warn = vi.fn();
    const publisher = createEventPublisher({
      publishInTransaction: (then) => {
        if (failures-- > 0) return Promise.reject(new Error('The database is away.'));
        return database.db.transaction((tx) => then(eventStore(tx)));
      },
      bus: { on: () => () => undefined },
      log: { ...silentLog, warn } as unknown as typeof silentLog,
    });
    await add('unnoticed');
    publisher.start();

    await vi.waitFor(async () => expect(await readAll()).toHaveLength(1), { timeout: 60_000 });

    expect(warn).toHaveBeenCalledOnce();
    await publisher.stop();
  });
});
