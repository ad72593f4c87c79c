import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../testing/index.ts';
import { type Listener, openListener } from './listener.ts';

/** Records the calls of a listener in order; `next` waits for the next call. */
function createRecord() {
  const said: string[] = [];
  const waiting: ((word: string) => void)[] = [];
  const say = (word: string): void => {
    const waiter = waiting.shift();
    if (waiter) waiter(word);
    else said.push(word);
  };
  const next = async (): Promise<string> => said.shift() ?? new Promise<string>((resolve) => waiting.push(resolve));
  return { say, next };
}

let database: TestDatabase;
let listener: Listener;
let record: ReturnType<typeof createRecord>;
let beats: PromiseWithResolvers<void>;
beforeEach(async () => {
  database = await createTestDatabase({ migrate: false });
  record = createRecord();
  beats = Promise.withResolvers();
  listener = openListener({
    connection: database.connection,
    channels: ['news', 'Odd "name"'],
    log: silentLog,
    onNotice: (channel, payload) => record.say(`${channel}: ${payload}`),
    onConnected: () => record.say('connected'),
    onBeat: () => beats.resolve(),
    onLost: () => record.say('lost'),
  });
});
afterEach(async () => {
  await listener.close();
  await database.close();
});

const cutOff = (): Promise<unknown> =>
  database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay listener' and datname = current_database()",
  );

describe('openListener', () => {
  it('receives the notices of all its channels', async () => {
    expect(await record.next()).toBe('connected');

    await database.pool.query(
      "select pg_notify('news', 'one'), pg_notify('Odd \"name\"', 'two'), pg_notify('other', 'three')",
    );

    expect([await record.next(), await record.next()]).toEqual(['news: one', 'Odd "name": two']);
  });

  it('reports an interruption, and reconnects by itself', async () => {
    expect(await record.next()).toBe('connected');

    await cutOff();
    expect([await record.next(), await record.next()]).toEqual(['lost', 'connected']);
    await database.pool.query("select pg_notify('news', 'again')");

    expect(await record.next()).toBe('news: again');
  });

  it('reports repeatedly that it receives notices', async () => {
    await beats.promise;
    beats = Promise.withResolvers();

    await expect(beats.promise).resolves.toBeUndefined();
  });

  it('does not reconnect after it was closed', async () => {
    expect(await record.next()).toBe('connected');

    await listener.close();

    expect(await record.next()).toBe('lost');
    await expect.poll(countListeners, { timeout: 20_000 }).toBe(0);
  });
});

const countListeners = async (): Promise<number> => {
  const sessions =
    "select 1 from pg_stat_activity where application_name = 'assay listener' and datname = current_database()";
  return (await database.pool.query(sessions)).rowCount ?? 0;
};
