/**
 * `npm run bench world-service`: measures the cost of the running world: processor time of the idle default world, time to store a tick,
 * reads during ticks, the verify ratio to a bare node:http server with and without a world, and the takeover time of another process.
 * `--seconds 20 --only reads|idle|takeover`
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { SERVER_PROCESS_KEY, spawnServer } from '../../apps/server/src/testing/server-process.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { residentMb } from '../lib/process.ts';
import { treeMs } from '../lib/processor.ts';
import { printTable, quantile } from '../lib/report.ts';
import { compare, ratioOf, startBare } from '../verify/compare-with-bare-server.ts';
import { measureTakeover } from './takeover.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, only: { type: 'string' } },
});
const SECONDS = Number(options.seconds);
const LIMITS = { idlePercent: 3, readP99Ms: 20, storeMs: 100, ratioLoss: 0.05, takeoverSeconds: 20 } as const;
const ROUNDS = { count: 3, seconds: 2, connections: 32 } as const;
const SAMPLES_MS = 15_000;
const isWanted = (part: string): boolean => options.only === undefined || options.only === part;
/** Other work on the machine: beside every figure that is taken by the clock. */
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

const verdict = (holds: boolean): string => {
  if (!holds) process.exitCode = 1;
  return holds ? 'yes' : '**no**';
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Verify of a sample that was certified, beside a bare server, in alternating rounds. */
async function ratio(url: string, folder: string): Promise<number> {
  const { port } = new URL(url);
  const listed = (await (await fetch(`${url}/api/v1/public/certificates?limit=1`)).json()) as {
    items: { id: string }[];
  };
  const path = `/api/v1/public/certificates/${listed.items[0]?.id}/verify`;
  const bare = await startBare(Number(port), path, folder);
  const goesOn = (rounds: number): boolean => rounds < ROUNDS.count;
  const { connections, seconds } = ROUNDS;
  const pair = await compare({
    port: Number(port),
    barePort: bare.port,
    nextPath: () => path,
    connections,
    seconds,
    goesOn,
  });
  await bare.stop();
  return ratioOf(pair);
}

type Idle = { readonly share: number; readonly residentMb: number; readonly verify: number };

/** Processor time of the service with its database, with or without a world, as a share of one core; then verify's ratio. */
async function idle(roles: string): Promise<Idle> {
  const folder = await createTemporaryFolder();
  const server = spawnServer({ env: { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: roles } });
  const url = await server.listening();
  await server.ready();
  await pause(SAMPLES_MS); // the samples are reviewed first
  const before = treeMs(server.pid);
  await pause(SECONDS * 1000);
  const share = (treeMs(server.pid) - before) / 10 / SECONDS;
  const resident = residentMb(server.pid);
  const verify = await ratio(url, folder.path);
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
  return { share, residentMb: resident, verify };
}

/** Reads of every kind, one after the other, while an hour passes every 200 ms. */
async function reads(): Promise<{ read: number[]; store: number[] }> {
  const folder = await createTemporaryFolder();
  const env = { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200', LOG_LEVEL: 'info' };
  const server = spawnServer({ env });
  const url = await server.listening();
  await server.ready();
  const list = async (path: string): Promise<{ id: string }[]> => {
    const answer = await fetch(`${url}/api/v1${path}?limit=20`);
    // The world wakes up a moment after the service.
    if (answer.ok) return ((await answer.json()) as { items: { id: string }[] }).items;
    await pause(WAKING_MS);
    return list(path);
  };
  const [cities, actors, businesses] = await Promise.all([list('/cities'), list('/actors'), list('/businesses')]);
  const paths = ['/world', '/cities', '/actors?limit=20', '/businesses?sort=sales&limit=20'];
  for (const { id } of cities) paths.push(`/cities/${id}`, `/cities/${id}/economy`, `/cities/${id}/economy/summary`);
  for (const { id } of actors) paths.push(`/actors/${id}`, `/actors/${id}/state`, `/actors/${id}/relationships`);
  for (const { id } of businesses)
    paths.push(`/businesses/${id}`, `/businesses/${id}/payroll`, `/businesses/${id}/loans`);
  const read: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  for (let index = 0; performance.now() < until; index++) {
    const from = performance.now();
    const answer = await fetch(`${url}/api/v1${paths[index % paths.length]}`);
    await answer.arrayBuffer();
    if (index >= paths.length) read.push(performance.now() - from);
  }
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${SERVER_PROCESS_KEY}` } })
  ).text();
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
  const buckets = [...text.matchAll(/^assay_world_hour_seconds\{quantile="([^"]+)"\} (\S+)/gm)];
  return { read: read.sort((a, b) => a - b), store: buckets.map(([, , seconds]) => 1000 * Number(seconds)) };
}

const WAKING_MS = 500;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const TABLE_HEAD = ['what', 'seen', 'limit', 'holds'];

if (isWanted('reads')) {
  const { read, store } = await reads();
  const [p99, stored = 0, storedWorst = 0] = [quantile(read, 0.99), ...store];
  printTable(`Reads of the default world while an hour passes every 200 ms, ${SECONDS} s, load ${load()}`, [
    TABLE_HEAD,
    ['a read, median', ms(quantile(read, 0.5)), '', ''],
    ['a read, p99', ms(p99), `< ${LIMITS.readP99Ms} ms`, verdict(p99 < LIMITS.readP99Ms)],
    ['an hour, lived and stored, median', ms(stored), `< ${LIMITS.storeMs} ms`, verdict(stored < LIMITS.storeMs)],
    ['an hour, lived and stored, p99', ms(storedWorst), '', ''],
  ]);
}
if (isWanted('idle')) {
  const [without, withWorld] = [await idle('api,worker'), await idle('api,worker,world')];
  const added = withWorld.share - without.share;
  const lost = without.verify - withWorld.verify;
  printTable(`The default world when nobody looks, ${SECONDS} s each, service and database together, load ${load()}`, [
    TABLE_HEAD,
    ['processor, without a world', `${without.share.toFixed(2)} %`, '', ''],
    ['processor, with the world', `${withWorld.share.toFixed(2)} %`, '', ''],
    ['what the world adds', `${added.toFixed(2)} %`, `≤ ${LIMITS.idlePercent} %`, verdict(added <= LIMITS.idlePercent)],
    ['resident memory of the service, without a world', `${without.residentMb.toFixed(0)} MB`, '', ''],
    ['resident memory of the service, with the world', `${withWorld.residentMb.toFixed(0)} MB`, '', ''],
    ["verify's ratio to bare node:http, without a world", without.verify.toFixed(3), '', ''],
    [
      "verify's ratio to bare node:http, with the world",
      withWorld.verify.toFixed(3),
      `≥ ${(without.verify - LIMITS.ratioLoss).toFixed(3)}`,
      verdict(lost <= LIMITS.ratioLoss),
    ],
  ]);
}
if (isWanted('takeover')) {
  const seconds = await measureTakeover();
  printTable(`A world whose process is killed while another one runs, load ${load()}`, [
    TABLE_HEAD,
    [
      'until the other has stored an hour',
      `${seconds.toFixed(1)} s`,
      `≤ ${LIMITS.takeoverSeconds} s`,
      verdict(seconds <= LIMITS.takeoverSeconds),
    ],
  ]);
}
