/**
 * A process that runs a small world, for tests and benchmarks that kill it: `node world-process.ts <connection as JSON>
 * <until tick> <hang at tick> <stage> <lease: short|usual>`. It prints `lives TICK` when the kernel has run an hour of
 * which nothing is stored, `written TICK` before the commit, and `stored TICK` after it. At the named tick and stage it
 * waits forever. It ends by itself at its last tick.
 */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { supportStores } from '../modules/support/index.ts';
import { composeWorld } from '../modules/world/compose.ts';
import { worldStores } from '../modules/world/index.ts';
import type { WorldEvent } from '../modules/world/world.published.ts';
import { type Database, openDatabase, type SocketConnection } from '../platform/db/index.ts';
import { eventStore } from '../platform/events/index.ts';
import { createMetrics } from '../platform/metrics/index.ts';
import { silentLog } from './silent-log.ts';
import { smallWorld } from './small-world.ts';

const [connection = '', until = '0', hangAt = '-1', stage = 'none', lease = 'short'] = process.argv.slice(2);
const { db } = openDatabase({ connection: JSON.parse(connection) as SocketConnection, log: silentLog });
/** Short, so that tests need not wait for the default lease of a dead process. */
const LEASE_MS = 300;
const LOOK_MS = 50;

// Written synchronously, so that no output before a kill is lost.
const say = (word: string, tick: number): void => void writeSync(1, `${word} ${tick}\n`);
async function reach(word: string, tick: number): Promise<void> {
  say(word, tick);
  if (word === stage && tick === Number(hangAt)) await new Promise(() => setInterval(() => undefined, 60_000));
}

type Tx = ReturnType<typeof openStores>;
const openStores = (handle: Database, publish: (event: WorldEvent) => Promise<void>) => ({
  ...worldStores(handle),
  ...supportStores(handle, randomBytes),
  events: eventStore(handle),
  publish,
});
const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (handle) => {
    const tx = openStores(handle, async (event) => {
      if (event.type === 'world.created') return handles[event.type](tx, event);
      await reach('lives', event.step.tick);
      await handles[event.type](tx, event);
      await reach('written', event.step.tick);
    });
    return work(tx);
  });

const platform = {
  db,
  stores: openStores(db, () => Promise.reject(new Error('An hour was published outside a transaction.'))),
  inTransaction,
  bus: { on: () => () => undefined },
  metrics: createMetrics(),
  random: (length: number) => randomBytes(length),
  clock: { now: () => new Date() },
  log: silentLog,
} as unknown as Parameters<typeof composeWorld>[0];
const needs = {
  isWriter: true,
  tickMs: 0,
  genesis: smallWorld(1),
  leaseLifeMs: lease === 'short' ? LEASE_MS : undefined,
};
const { world, start, handles } = composeWorld(platform, needs);

await start();
for (;;) {
  const stepped = await world.stepBy(1).catch(() => undefined); // another process's lease has not expired
  if (stepped === undefined) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  else await reach('stored', stepped.tick);
  if (stepped !== undefined && stepped.tick >= Number(until)) process.exit(0);
}
