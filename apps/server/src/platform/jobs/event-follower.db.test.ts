import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newEventRow } from '../../testing/event-rows.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type EventStore, eventStore, type PublishedRow } from '../events/index.ts';
import { createEventFollower } from './event-follower.ts';

const NAME = 'follower-of-a-test';
type Tx = { readonly events: EventStore };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('TRUNCATE events');
  await database.pool.query('INSERT INTO event_cursors VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET seq = 0', [
    NAME,
  ]);
});

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.db.transaction((handle) => work({ events: eventStore(handle) }));

async function publish(subjects: readonly string[]): Promise<void> {
  await inTransaction((tx) => tx.events.addAll(subjects.map((subjectId) => newEventRow(subjectId))));
  while ((await inTransaction((tx) => tx.events.number())).length > 0);
}

function setup(handleOne: (event: PublishedRow) => void, page = 10) {
  const onSkipped = vi.fn();
  const follow = createEventFollower<Tx>({
    name: NAME,
    inTransaction,
    pageOf: async () => page,
    handle: async (_, published) => published.forEach(handleOne),
    onSkipped,
    log: silentLog,
  });
  const followAll = async () => {
    while ((await follow()) > 0);
  };
  return { follow, followAll, onSkipped };
}

describe('an event follower', () => {
  it('handles each published event once and in order, page by page', async () => {
    const handled: string[] = [];
    const { followAll } = setup(({ subjectId }) => handled.push(subjectId), 3);
    await publish(['a', 'b', 'c', 'd', 'e']);
    await followAll();
    await publish(['f']);

    await followAll();

    expect(handled).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('skips an event that cannot be handled, and handles all others', async () => {
    const handled: string[] = [];
    const { followAll, onSkipped } = setup(({ subjectId }) => {
      if (subjectId === 'bad') throw new RangeError('too much');
      handled.push(subjectId);
    }, 2);
    await publish(['a', 'bad', 'c', 'd', 'e']);

    await followAll();

    expect(handled.filter((subject, place) => handled.indexOf(subject) === place)).toEqual(['a', 'c', 'd', 'e']);
    expect(onSkipped).toHaveBeenCalledOnce();
  });

  it('skips nothing while the database fails', async () => {
    const trouble = Object.assign(new Error('terminating connection'), { code: '57P01' });
    let failures = 2;
    const handled: string[] = [];
    const { follow, followAll, onSkipped } = setup(({ subjectId }) => {
      if (failures-- > 0) throw trouble;
      handled.push(subjectId);
    });
    await publish(['a']);
    await expect(follow()).rejects.toBe(trouble);
    await expect(follow()).rejects.toBe(trouble);

    await followAll();

    expect(handled).toEqual(['a']);
    expect(onSkipped).not.toHaveBeenCalled();
  });

  it('does nothing while another process holds the cursor', async () => {
    const { follow } = setup(() => undefined);
    await publish(['a']);
    await inTransaction(async (tx) => {
      expect(await tx.events.lockCursor(NAME)).toBe(0);
      expect(await follow()).toBe(0);
    });

    expect(await follow()).toBe(1);
  });
});
