/**
 * `npm run bench faults`: kills the service with `kill -9` while it writes flags and statuses, commits certificates and settles
 * payments, and kills its database; then reads back every acknowledged write.
 */
import { parseArgs } from 'node:util';
import { openChainFaults } from '../../apps/server/src/testing/chain-fault-cycles.ts';
import { runCrashRounds, type Victims } from '../../apps/server/src/testing/crash-rounds.ts';
import { runFaultCycles } from '../../apps/server/src/testing/fault-cycles.ts';
import { openIssuer } from '../../apps/server/src/testing/issuer.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable } from '../lib/report.ts';
import { seeded } from '../lib/zipf.ts';

const { values: options } = parseArgs({ options: { cycles: { type: 'string', default: '100' } } });
const CYCLES = Number(options.cycles);
const SEED = 20_260_102;
const LIMITS = { minutes: 15 };

type Row = {
  readonly what: string;
  readonly kills: number;
  readonly acknowledged: string;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
};

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { path, remove } = await createTemporaryFolder();
  try {
    return await work(path);
  } finally {
    await remove();
  }
}

async function killService(): Promise<Row[]> {
  const roll = seeded(SEED);
  const { acknowledged, lost } = await inFolder((folder) => runFaultCycles({ folder, cycles: CYCLES, roll }));
  const what = 'the service, during flag and status writes';
  return [{ what, kills: CYCLES, acknowledged: `${acknowledged} writes`, lost, doubled: [] }];
}

const killSender = (when: 'before' | 'after'): Promise<Row[]> =>
  inFolder(async (folder) => {
    const issuer = await openIssuer(folder);
    const faults = await openChainFaults({ issuer, database: issuer.database });
    try {
      const { certificates, payments, lost, doubled } = await faults.run(CYCLES, when);
      const what = `the service, ${when === 'before' ? 'a transaction stored and not sent' : 'a transaction sent and not heard of'}`;
      const acknowledged = `${certificates} certificates, ${payments} payments`;
      return [{ what, kills: CYCLES, acknowledged, lost, doubled }];
    } finally {
      await faults.close();
      await issuer.close();
    }
  });

async function killDatabase(): Promise<Row[]> {
  const roll = seeded(SEED);
  const rows: Row[] = [];
  for (const victims of ['server', 'server and watcher', 'server, watcher and postgres'] satisfies Victims[]) {
    const { committed, lost } = await inFolder((folder) => runCrashRounds({ folder, rounds: CYCLES, victims, roll }));
    const what = `the database: ${victims}`;
    rows.push({ what, kills: CYCLES, acknowledged: `${committed} rows`, lost, doubled: [] });
  }
  return rows;
}

const startedAt = performance.now();
// Side by side: each waits for leases and restarts most of its time.
const rows = (await Promise.all([killService(), killSender('before'), killSender('after'), killDatabase()])).flat();
const minutes = (performance.now() - startedAt) / 60_000;
printTable(`Acknowledged before a kill -9, asked for by name after it; ${minutes.toFixed(1)} minutes`, [
  ['killed with SIGKILL', 'kills', 'acknowledged', 'lost', 'doubled', 'limit'],
  ...rows.map((row) => [
    ...[row.what, String(row.kills), row.acknowledged],
    ...[String(row.lost.length), String(row.doubled.length), '0 and 0'],
  ]),
]);
const broken = rows.flatMap(({ lost, doubled }) => [
  ...lost.map((name) => `lost: ${name}`),
  ...doubled.map((name) => `doubled: ${name}`),
]);
for (const line of broken) console.log(line);
if (minutes > LIMITS.minutes) console.log(`It took longer than ${LIMITS.minutes} minutes.`);
if (broken.length > 0) process.exitCode = 1;
