/** `npm run bench council-speed`: measures the time from submission to certificate, one at a time and with many in the queue. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTestChain } from '@assay/chain/testing';
import { createSigner } from '@assay/protocol';
import { composeApp } from '../../apps/server/src/app.ts';
import { volatileCheckpointMemory } from '../../apps/server/src/checkpoint-memory.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { readSamples } from '../../apps/server/src/modules/demonstration/samples.ts';
import { systemNetwork } from '../../apps/server/src/platform/fetch/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { chainEnv } from '../../apps/server/src/testing/chain-env.ts';
import { submitSkill } from '../../apps/server/src/testing/submission-builder.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { startServer } from '../lib/process.ts';
import { median, printTable, quantile } from '../lib/report.ts';
import { compare, ratioOf, startBare } from '../verify/compare-with-bare-server.ts';
import { describeParts, type Parts, partsEach, partsOf } from './parts.ts';

const { values: options } = parseArgs({
  options: {
    single: { type: 'string', default: '20' },
    queued: { type: 'string', default: '500' },
    /** `queue`: nothing but the queue without Python. */
    only: { type: 'string' },
  },
});
const SINGLE = Number(options.single);
const QUEUED = Number(options.queued);
const WORKERS = 2;
const LIMITS = { medianMs: 3_000, perSecond: 10, verifyRatio: 0.7 } as const;
const SEED = '07'.repeat(32);
const POLL_MS = 10;
/** While many are under way the figure comes from the rows themselves: looking on must not take part of what is measured. */
const LOOK_MS = 250;
const MINE_EVERY_MS = 500;
const WAIT_MS = 600_000;
const VERIFY_ROUNDS = 3;
const PYTHON_QUEUED = 100;
/** Enough to keep the workers busy for as long as verify is measured. */
const BESIDE_VERIFY = 100;

const log = createLogger('warn');
const clock = { now: () => new Date() };
const folder = await createTemporaryFolder();
const home = await openBenchDatabase(join(folder.path, 'data'), log);
const { database, connection } = home;
const chain = await startTestChain();
const mining = setInterval(() => void chain.mineEmptyBlock(), MINE_EVERY_MS);

const samples = (await readSamples()).filter(({ productType }) => productType === 'SKILL');
type Samples = typeof samples;
/** Python takes an engine of its own to run, whose start is the larger part of such a review. */
const runsPython = ({ files }: Samples[number]): boolean => files.some(({ path }) => path.endsWith('.py'));
const plain = samples.filter((sample) => !runsPython(sample));
const withPython = samples.filter(runsPython);

/** The bundled skills of a kind in turn, each with bytes of its own. */
function newSkill(turn: number, kind: Samples): Record<string, string> {
  const sample = kind[turn % kind.length];
  const note = `\nCopy ${randomBytes(8).toString('hex')}.\n`;
  return Object.fromEntries(
    (sample?.files ?? []).map(({ path, bytes }) => [
      path,
      Buffer.from(bytes).toString() + (path === 'SKILL.md' ? note : ''),
    ]),
  );
}

const composeWith = (env: Record<string, string>) =>
  composeApp(
    readConfig({
      PORT: '0',
      PUBLIC_BASE_URL: 'http://assay.localhost',
      RATE_LIMITS: 'off',
      ALLOW_UNREAD_INSTRUCTIONS: '1',
      ...env,
    }),
    {
      database,
      connection,
      network: systemNetwork,
      clock,
      log,
      version: '0',
      checkpointMemory: volatileCheckpointMemory(),
      checksAnswers: false,
      signer: createSigner(Buffer.from(SEED, 'hex')),
    },
  );

/** How many were submitted so far. */
let submitted = 0;

async function countCertified(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS count FROM submissions WHERE state = 'CERTIFIED'",
  );
  return rows[0].count;
}

async function certified(count: number, everyMs = POLL_MS): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; ; await pause(everyMs)) {
    const done = await countCertified();
    if (done >= count) return;
    if (Date.now() > deadline) throw new Error(`Only ${done} of ${count} were certified in time`);
  }
}

/** Everything in one process, as after `npm start`. The first review starts the engine and is not counted. */
async function measureSingle(): Promise<number[]> {
  const app = composeWith({ ASSAY_ROLES: 'api,worker' });
  await app.start();
  await app.listen();
  while (app.chain.find() === undefined) await pause(POLL_MS);
  const times: number[] = [];
  for (let done = 0; done <= SINGLE; done++) {
    const files = newSkill(done, samples);
    const startedAt = performance.now();
    await submitSkill({ app, clock: { ...clock, advance: () => undefined } }, { files });
    await certified(++submitted);
    if (done > 0) times.push(performance.now() - startedAt);
  }
  await app.stop();
  return times;
}

const chained = chainEnv(chain, chain.rpcUrl);

async function queueSkills(count: number, kind: Samples): Promise<void> {
  const app = composeWith({ ...chained, ASSAY_ROLES: 'api' });
  await app.start();
  for (let n = 0; n < count; n++) {
    await submitSkill({ app, clock: { ...clock, advance: () => undefined } }, { files: newSkill(n, kind) });
  }
  submitted += count;
  await app.stop();
}

function startProcess(env: Record<string, string>, path: string) {
  if (!('host' in connection)) throw new TypeError('The database of this bench is not embedded');
  const { host, port, user, password, database: name } = connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&sslmode=disable`;
  return startServer({ ...chained, DATABASE_URL: url, SIGNING_KEY: SEED, ...env }, path);
}
const startWorkers = () => Promise.all(Array.from({ length: WORKERS }, () => startProcess({}, '/healthz')));

type Queue = { readonly perSecond: number /** Of one certificate, once the first are done. */; readonly parts: Parts };

/** The engines that review have started by then. */
const STARTED_SHARE = 0.2;

/** From the moment the first is taken until the last is certified. */
async function measureQueue(count: number, kind: Samples): Promise<Queue> {
  await queueSkills(count, kind);
  const workers = await startWorkers();
  const pids = workers.flatMap(({ child }) => child.pid ?? []);
  const started = Math.ceil(count * STARTED_SHARE);
  await certified(submitted - count + started, LOOK_MS);
  const before = await partsOf(pids, database.pool);
  const done = (await countCertified()) - (submitted - count);
  await certified(submitted, LOOK_MS);
  const after = await partsOf(pids, database.pool);
  const { rows } = await database.pool.query(
    `SELECT extract(epoch FROM max(at) FILTER (WHERE state = 'CERTIFIED') - min(at) FILTER (WHERE state = 'SANDBOXING'))::float AS seconds
     FROM submission_changes
     WHERE submission_id IN (SELECT id FROM submissions ORDER BY created_at DESC LIMIT ${count})`,
  );
  for (const worker of workers) await worker.stop();
  return { perSecond: count / rows[0].seconds, parts: partsEach(before, after, count - done) };
}

/** Verify beside a bare server, first alone and then while the workers have a queue to work off. */
async function measureVerify(): Promise<{ idle: number; busy: number }> {
  const { rows } = await database.pool.query('SELECT id FROM certificates LIMIT 1');
  const path = `/api/v1/public/certificates/${rows[0].id}/verify`;
  const api = await startProcess({ ASSAY_ROLES: 'api' }, path);
  const bare = await startBare(api.port, path, folder.path);
  const both = { port: api.port, barePort: bare.port, nextPath: () => path, connections: 64, seconds: 3 };
  const idle = await compare({ ...both, goesOn: (rounds) => rounds < VERIFY_ROUNDS });
  await queueSkills(BESIDE_VERIFY, samples);
  const workers = await startWorkers();
  let isOver = false;
  const ended = certified(submitted, LOOK_MS).finally(() => {
    isOver = true;
  });
  const busy = await compare({ ...both, goesOn: (rounds) => rounds < VERIFY_ROUNDS && !isOver });
  await ended;
  for (const one of [...workers, api]) await one.stop();
  await bare.stop('SIGKILL');
  return { idle: ratioOf(idle), busy: ratioOf(busy) };
}

type Row = [what: string, measured: string, limit: string];

async function queueRows(): Promise<{ rows: Row[]; holds: boolean }> {
  const { perSecond, parts } = await measureQueue(QUEUED, plain);
  const rows: Row[] = [
    ['queued, certificates per second, without Python', perSecond.toFixed(1), `≥ ${LIMITS.perSecond}`],
    ['processor of one: sandboxes, engine, workers, database, chain', describeParts(parts), ''],
  ];
  return { rows, holds: perSecond >= LIMITS.perSecond };
}

async function allRows(): Promise<{ rows: Row[]; holds: boolean }> {
  const single = await measureSingle();
  const queue = await queueRows();
  const python = await measureQueue(PYTHON_QUEUED, withPython);
  const verify = await measureVerify();
  const rows: Row[] = [
    ['alone, median', `${median(single).toFixed(0)} ms`, `< ${LIMITS.medianMs} ms`],
    ['alone, p95', `${quantile(single, 0.95).toFixed(0)} ms`, ''],
    ...queue.rows,
    [`the same with Python (${PYTHON_QUEUED})`, python.perSecond.toFixed(1), ''],
    ['verify beside a bare server, nothing queued', verify.idle.toFixed(2), ''],
    [`the same while ${BESIDE_VERIFY} are worked off`, verify.busy.toFixed(2), `≥ ${LIMITS.verifyRatio}`],
  ];
  return { rows, holds: queue.holds && median(single) < LIMITS.medianMs && verify.busy >= LIMITS.verifyRatio };
}

try {
  const { rows, holds } = await (options.only === 'queue' ? queueRows() : allRows());
  printTable(`Submission to certificate (${SINGLE} alone, ${QUEUED} queued for ${WORKERS} workers)`, [
    ['what', 'measured', 'limit'],
    ...rows,
  ]);
  if (!holds) process.exitCode = 1;
} finally {
  clearInterval(mining);
  await chain.close();
  await home.stop();
  await folder.remove();
}
