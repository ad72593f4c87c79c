import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventRow, eventStore, type Topic } from '../../platform/events/index.ts';
import { newEventRow } from '../../testing/event-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createTail, isAbout, TAIL_ROWS_MAX } from './tail.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('TRUNCATE events'));

const CITY = randomUUID();
async function publish(rows: readonly EventRow[]): Promise<void> {
  await eventStore(database.db).addAll(rows);
  while ((await database.db.transaction((tx) => eventStore(tx).number())).length > 0);
}
function setup() {
  const store = eventStore(database.db);
  let reads = 0;
  const tail = createTail({
    latestSeq: store.latestSeq,
    listAfter: (...asked) => {
      reads += 1;
      return store.listAfter(...asked);
    },
  });
  return { tail, reads: () => reads };
}
const subjectsAfter = (tail: ReturnType<typeof createTail>, seq: number) =>
  tail.after(seq)?.map(({ subjectId }) => subjectId);

describe('the newest events', () => {
  it('are read once for many concurrent streams', async () => {
    const { tail, reads } = setup();
    await tail.refresh();
    const from = tail.head();
    await publish([newEventRow('a'), newEventRow('b')]);

    const seen = await Promise.all(
      Array.from({ length: 200 }, async () => {
        await tail.refresh();
        return subjectsAfter(tail, from);
      }),
    );

    expect(seen).toEqual(Array(200).fill(['a', 'b']));
    expect(reads()).toBeLessThanOrEqual(2);
  });

  it('are complete after a call, even if another read was in progress', async () => {
    const { tail } = setup();
    await tail.refresh();
    const from = tail.head();
    const underWay = tail.refresh();
    await publish([newEventRow('late')]);

    await tail.refresh();

    expect(subjectsAfter(tail, from)).toEqual(['late']);
    await underWay;
  });

  it('are kept up to a limit, and a reader further behind gets nothing', async () => {
    const { tail } = setup();
    await tail.refresh();
    const from = tail.head();
    await publish(Array.from({ length: TAIL_ROWS_MAX + 1 }, (_, place) => newEventRow(String(place))));
    await tail.refresh();

    expect(tail.after(from)).toBeUndefined();
    expect(tail.after(tail.head() - 1)).toHaveLength(1);
    expect(tail.after(tail.head())).toEqual([]);
  });

  it('are filtered by topic as the database filters them', async () => {
    const actorId = randomUUID();
    const ofWorld = { kind: 'world.paused', subjectType: 'world', tick: 3, cityId: CITY };
    await publish([
      newEventRow('a'),
      newEventRow('b', { kind: 'flag.opened' }),
      newEventRow('c', ofWorld),
      newEventRow('d', { ...ofWorld, owner: `actor:${actorId}`, actorId }),
      newEventRow('e', { ...ofWorld, cityId: randomUUID(), businessId: CITY }),
      newEventRow('f', { owner: 'account:x' }),
    ]);
    const topics: Topic[][] = [
      [],
      [{ kindPrefix: 'certificate.' }],
      [{ subject: { type: 'certificate', id: 'b' } }, { owner: 'account:x' }],
      [{ world: {} }],
      [{ world: { cityId: CITY } }],
      [{ world: { businessId: CITY } }],
      [{ actorId }],
    ];
    const store = eventStore(database.db);
    const all = await store.listAfter(0, [], 100);
    for (const wanted of topics)
      expect(all.filter((row) => isAbout(row, wanted))).toEqual(await store.listAfter(0, wanted, 100));
  });
});
