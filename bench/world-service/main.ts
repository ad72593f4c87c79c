/**
 * `npm run bench world-service`: what the running world costs the service. Prints the processor time of the default world when
 * nobody looks, the time in which an hour is stored, and how long reads of it take while it ticks. `--seconds 60`
 */
import { parseArgs } from 'node:util';
import { spawnServer } from '../../apps/server/src/testing/server-process.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable, quantile } from '../lib/report.ts';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(options.seconds);
const LIMITS = { idlePercent: 3, readP99Ms: 20, storeMs: 100 } as const;
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

/** Processor time of the service alone, with or without a world, as a share of one core. */
async function idle(roles: string): Promise<number> {
  const folder = await createTemporaryFolder();
  const server = spawnServer({ env: { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: roles } });
  const url = await server.listening();
  await server.ready();
  await pause(15_000); // the samples are reviewed first
  const before = await cpuSeconds(url);
  await pause(SECONDS * 1000);
  const share = (100 * ((await cpuSeconds(url)) - before)) / SECONDS;
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
  return share;
}

/** Reads of every kind, one after the other, while an hour passes every 200 ms. */
async function reads(): Promise<{ read: number[]; store: number[] }> {
  const folder = await createTemporaryFolder();
  const env = { DATA_DIR: `${folder.path}/data`, ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200', LOG_LEVEL: 'info' };
  const server = spawnServer({ env });
  const url = await server.listening();
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
  ['processor when nobody looks, without a world', `${without.toFixed(2)} %`, '', ''],
  ['processor when nobody looks, with the world', `${withWorld.toFixed(2)} %`, '', ''],
  [
    'what the world adds',
    `${(withWorld - without).toFixed(2)} %`,
    `≤ ${LIMITS.idlePercent} %`,
    verdict(withWorld - without <= LIMITS.idlePercent),
  ],
]);
