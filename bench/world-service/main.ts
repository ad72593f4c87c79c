/**
 * `npm run bench world-service`: what the running world costs the service. Prints the processor time of the default world when
 * nobody looks, the time in which an hour is stored, how long reads of it take while it ticks, and verify's ratio to a bare
 * node:http server with and without a world. `--seconds 60`
 */
import { parseArgs } from 'node:util';
import { spawnServer } from '../../apps/server/src/testing/server-process.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable, quantile } from '../lib/report.ts';
import { compare, ratioOf, startBare } from '../verify/beside-bare.ts';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(options.seconds);
const LIMITS = { idlePercent: 3, readP99Ms: 20, storeMs: 100, ratioLoss: 0.05 } as const;
const ROUNDS = { count: 5, seconds: 3, connections: 32 } as const;
const GOD = 'administrative-key-of-a-test-process';

const verdict = (holds: boolean): string => {
  if (!holds) process.exitCode = 1;
  return holds ? 'yes' : '**no**';
};
const cpuSeconds = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${GOD}` } })).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
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

/** Processor time of the service alone, with or without a world, as a share of one core; then verify's ratio. */
async function idle(roles: string): Promise<{ share: number; verify: number }> {
  const folder = await createTemporaryFolder();
  const server = spawnServer({ env: { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: roles } });
  const url = await server.listening();
  await server.ready();
  await pause(15_000); // the samples are reviewed first
  const before = await cpuSeconds(url);
  await pause(SECONDS * 1000);
  const share = (100 * ((await cpuSeconds(url)) - before)) / SECONDS;
  const verify = await ratio(url, folder.path);
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
  return { share, verify };
}

/** Reads of every kind, one after the other, while an hour passes every 200 ms. */
async function reads(): Promise<{ read: number[]; store: number[] }> {
  const folder = await createTemporaryFolder();
  const env = { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200', LOG_LEVEL: 'info' };
  const server = spawnServer({ env });
  const url = await server.listening();
  await server.ready();
  const list = async (path: string): Promise<{ id: string }[]> =>
    ((await (await fetch(`${url}/api/v1${path}?limit=20`)).json()) as { items: { id: string }[] }).items;
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
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${GOD}` } })).text();
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
  const buckets = [...text.matchAll(/^assay_world_hour_seconds\{quantile="([^"]+)"\} (\S+)/gm)];
  return { read: read.sort((a, b) => a - b), store: buckets.map(([, , seconds]) => 1000 * Number(seconds)) };
}

const { read, store } = await reads();
const [without, withWorld] = [await idle('api,worker'), await idle('api,worker,world')];
const added = withWorld.share - without.share;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
printTable(`The default world, ${SECONDS} s each`, [
  ['what', 'seen', 'limit', 'holds'],
  ['reads of the world while it ticks, median', ms(quantile(read, 0.5)), '', ''],
  [
    'reads of the world while it ticks, p99',
    ms(quantile(read, 0.99)),
    `< ${LIMITS.readP99Ms} ms`,
    verdict(quantile(read, 0.99) < LIMITS.readP99Ms),
  ],
  [
    'an hour, lived and stored, median',
    ms(store[0] ?? 0),
    `< ${LIMITS.storeMs} ms`,
    verdict((store[0] ?? 0) < LIMITS.storeMs),
  ],
  ['an hour, lived and stored, p99', ms(store[1] ?? 0), '', ''],
  ['processor when nobody looks, without a world', `${without.share.toFixed(2)} %`, '', ''],
  ['processor when nobody looks, with the world', `${withWorld.share.toFixed(2)} %`, '', ''],
  ['what the world adds', `${added.toFixed(2)} %`, `≤ ${LIMITS.idlePercent} %`, verdict(added <= LIMITS.idlePercent)],
  ["verify's ratio to bare node:http, without a world", without.verify.toFixed(3), '', ''],
  [
    "verify's ratio to bare node:http, with the world",
    withWorld.verify.toFixed(3),
    `≥ ${(without.verify - LIMITS.ratioLoss).toFixed(3)}`,
    verdict(without.verify - withWorld.verify <= LIMITS.ratioLoss),
  ],
]);
