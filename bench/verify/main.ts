/**
 * `npm run bench verify`: compares GET verify with a bare node:http server that sends the same bytes, in alternating rounds, or, with
 * `--against FOLDER`, with the installed earlier version in that folder.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { fillCertificates, idOf } from '../lib/certificates.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { runLoad } from '../lib/load.ts';
import { residentMb, startServer } from '../lib/process.ts';
import { median, printTable } from '../lib/report.ts';
import { zipfDraw } from '../lib/zipf.ts';
import { compareVersions } from './compare-versions.ts';
import { compare, type Pair, rateOf, ratioOf, startBare } from './compare-with-bare-server.ts';

const { values: options } = parseArgs({
  options: {
    certificates: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    changes: { type: 'string', default: '50' },
    against: { type: 'string' },
  },
});
const COUNT = Number(options.certificates);
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const CONNECTIONS = Number(options.connections);
const CHANGES_PER_SECOND = Number(options.changes);
const ZIPF_EXPONENT = 1.1;
/** The rate at which an answer must be quick while certificates change, and for how long it is watched. */
const STEADY = { requestsPerSecond: 1_000, seconds: 10 };
const LIMITS = { ratio: 0.8, steadyP99Ms: 20, coldStartMs: 3_000, emptyStartMs: 8_000, memoryMb: 300 };

/** So many changes come before anything is measured beside them. */
const CHANGES_FIRST = 150;

const OPERATOR_KEY = randomBytes(24).toString('hex');

const verifyPath = (n: number) => `/api/v1/public/certificates/${idOf(n)}/verify`;
const comparing = { connections: CONNECTIONS, seconds: SECONDS, goesOn: (rounds: number) => rounds < ROUNDS };

const { path: folder, remove } = await createTemporaryFolder();
const dataDir = join(folder, 'data');
if (options.against !== undefined) {
  const isKept = await compareVersions({
    earlier: resolve(options.against),
    folder,
    root: fileURLToPath(new URL('../../', import.meta.url)),
    certificates: COUNT,
    connections: CONNECTIONS,
    seconds: SECONDS,
    rounds: ROUNDS,
    verifyPath,
    drawPath,
  }).finally(remove);
  process.exit(isKept ? 0 : 1);
}
try {
  const empty = await startServer({ DATA_DIR: join(folder, 'empty') }, '/.well-known/skill-store');
  await empty.stop();
  await fill();
  await settle();

  const server = await startServer({ DATA_DIR: dataDir, GOD_API_KEY: OPERATOR_KEY }, verifyPath(0));
  const bare = await startBare(server.port, verifyPath(0), folder);
  const one = await compare({
    port: server.port,
    barePort: bare.port,
    pids: { ours: server.child.pid, bare: bare.child.pid },
    nextPath: () => verifyPath(0),
    ...comparing,
  });
  await warm(server.port);
  const many = await compareMany(server, bare);
  const changing = await underChange(server.port, async () => ({
    steady: await runLoad({ port: server.port, connections: CONNECTIONS, nextPath: drawPath(), ...STEADY }),
    pair: await compareMany(server, bare),
  }));
  const memory = residentMb(server.child.pid ?? 0);
  await bare.stop('SIGKILL');
  await server.stop();

  printTable(`GET verify, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, one process each`, [
    ['what', 'Assay req/s', 'p99 ms', 'CPU µs', 'bare req/s', 'p99 ms', 'CPU µs', 'ratio', 'limit'],
    describe('one certificate', one, LIMITS.ratio),
    describe(`${COUNT} certificates, Zipf ${ZIPF_EXPONENT}`, many, LIMITS.ratio),
    describe(`the same while the same process makes ${changing.perSecond.toFixed(0)} changes/s`, changing.result.pair),
  ]);
  const { steady } = changing.result;
  if (steady.p99Ms >= LIMITS.steadyP99Ms || steady.failures > 0) process.exitCode = 1;
  printTable(`${STEADY.requestsPerSecond} requests/s for ${STEADY.seconds} s while certificates change`, [
    ['requests/s', 'failed', 'p50 ms', 'p99 ms', 'limit'],
    [
      steady.perSecond.toFixed(0),
      String(steady.failures),
      steady.p50Ms.toFixed(2),
      steady.p99Ms.toFixed(1),
      `p99 < ${LIMITS.steadyP99Ms}`,
    ],
  ]);
  printTable('Start and memory', [
    ['what', 'measured', 'limit'],
    ['first verify, cold start on existing data', `${Math.round(server.readyMs)} ms`, `${LIMITS.coldStartMs} ms`],
    ['first answer, empty data folder', `${Math.round(empty.readyMs)} ms`, `${LIMITS.emptyStartMs} ms`],
    [`resident memory after all rounds, ${COUNT} certificates`, `${Math.round(memory)} MB`, `${LIMITS.memoryMb} MB`],
  ]);
} finally {
  await remove();
}

async function fill(): Promise<void> {
  const log = createLogger('warn');
  const home = await openBenchDatabase(dataDir, log);
  await fillCertificates(home.database.pool, COUNT);
  await home.stop();
}

/** The data of a service that has run before: its first start makes the world and tells it of every certificate. */
async function settle(): Promise<void> {
  const first = await startServer({ DATA_DIR: dataDir }, '/api/v1/world');
  await first.stop();
}

/** A service that has run for a while has seen every certificate, the popular ones last. */
async function warm(port: number): Promise<void> {
  let n = COUNT;
  const nextPath = () => verifyPath(n > 0 ? --n : 0);
  while (n > 0) await runLoad({ port, connections: CONNECTIONS, seconds: 1, nextPath });
}

type Program = Awaited<ReturnType<typeof startServer>>;

function drawPath(): () => string {
  const draw = zipfDraw(COUNT, ZIPF_EXPONENT);
  return () => verifyPath(draw());
}

function compareMany(server: Program, bare: Program): Promise<Pair> {
  const pids = { ours: server.child.pid, bare: bare.child.pid };
  return compare({ port: server.port, barePort: bare.port, pids, nextPath: drawPath(), ...comparing });
}

/** Does its work while certificates are suspended one after the other, and says how many a second really were. */
async function underChange<T>(port: number, work: () => Promise<T>): Promise<{ result: T; perSecond: number }> {
  const changer = fork(fileURLToPath(new URL('./change-states.ts', import.meta.url)), [
    String(port),
    String(COUNT),
    String(CHANGES_PER_SECOND),
    OPERATOR_KEY,
  ]);
  const made = async (): Promise<number> => {
    changer.send('how many');
    const [changes] = (await once(changer, 'message')) as [number];
    return changes;
  };
  try {
    // The first changes load what later ones find loaded, and the changer itself has to start.
    while ((await made()) < CHANGES_FIRST) await setTimeout(100);
    const [startedAt, before] = [performance.now(), await made()];
    const result = await work();
    return { result, perSecond: ((await made()) - before) / ((performance.now() - startedAt) / 1000) };
  } finally {
    changer.kill('SIGTERM');
  }
}

/** A row; without a limit the figure is only told. */
function describe(what: string, pair: Pair, limit?: number): string[] {
  const row = (rounds: Pair['ours']) => [
    rateOf(rounds).toFixed(0),
    median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
    median(rounds.map(({ processorUs }) => processorUs)).toFixed(1),
  ];
  const { ours, bare } = pair;
  const ratio = ratioOf(pair).toFixed(2);
  if (limit !== undefined && Number(ratio) < limit) process.exitCode = 1;
  return [what, ...row(ours), ...row(bare), ratio, limit === undefined ? '' : `≥ ${limit}`];
}
