/** `npm run bench verify`: GET verify beside a bare node:http server that sends the same bytes, in alternating rounds. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabaseHome } from '../../apps/server/src/platform/db/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { fillCertificates, idOf } from '../lib/certificates.ts';
import { type LoadResult, runLoad } from '../lib/load.ts';
import { residentMb, startProgram, startServer } from '../lib/process.ts';
import { median, printTable } from '../lib/report.ts';
import { zipfDraw } from '../lib/zipf.ts';

const { values: options } = parseArgs({
  options: {
    certificates: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    changes: { type: 'string', default: '50' },
  },
});
const COUNT = Number(options.certificates);
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const CONNECTIONS = Number(options.connections);
const CHANGES_PER_SECOND = Number(options.changes);
const ZIPF_EXPONENT = 1.1;
const LIMITS = { ratio: 0.8, coldStartMs: 3_000, emptyStartMs: 8_000, memoryMb: 300 };

const OPERATOR_KEY = randomBytes(24).toString('hex');

let changesPerSecond = 0;

const verifyPath = (n: number) => `/api/v1/public/certificates/${idOf(n)}/verify`;

const { path: folder, remove } = await createTemporaryFolder();
const dataDir = join(folder, 'data');
try {
  const empty = await startServer({ DATA_DIR: join(folder, 'empty') }, '/.well-known/skill-store');
  await empty.stop();
  await fill();

  const server = await startServer({ DATA_DIR: dataDir, GOD_API_KEY: OPERATOR_KEY }, verifyPath(0));
  const bare = await startBare(server.port);
  const one = await compare(server.port, bare.port, () => verifyPath(0));
  const many = await compareUnderChange(server.port, bare.port);
  const memory = residentMb(server.child.pid ?? 0);
  await bare.stop('SIGKILL');
  await server.stop();

  printTable(`GET verify, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, one process each`, [
    ['what', 'Assay req/s', 'p99 ms', 'bare req/s', 'p99 ms', 'ratio', 'limit'],
    describe('one certificate', one),
    describe(`${COUNT} certificates, Zipf ${ZIPF_EXPONENT}, ${changesPerSecond.toFixed(0)} changes/s`, many),
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
  const home = await openDatabaseHome({
    databaseUrl: undefined,
    dataDir,
    tmpDir: tmpdir(),
    log,
    onCrash: (error) => {
      throw error;
    },
  });
  await fillCertificates(home.database.pool, COUNT);
  await home.stop();
}

/** The bare server repeats an answer of ours: the same headers in the same order, and the same body. */
async function startBare(port: number) {
  const answer = await new Promise<{ headers: string[]; body: string }>((resolve, reject) => {
    request({ port, path: verifyPath(0) }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        const headers = response.rawHeaders.filter(
          (_, index, all) => !/^(date|connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ''),
        );
        resolve({ headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
  const file = join(folder, 'answer.json');
  await writeFile(file, JSON.stringify(answer));
  return startProgram([fileURLToPath(new URL('./bare.ts', import.meta.url))], { ANSWER: file }, '/');
}

type Pair = { ours: LoadResult[]; bare: LoadResult[] };

async function compare(port: number, barePort: number, nextPath: () => string): Promise<Pair> {
  const load = (to: number, seconds = SECONDS) => runLoad({ port: to, connections: CONNECTIONS, seconds, nextPath });
  await load(port, 2);
  await load(barePort, 2);
  const pair: Pair = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    pair.ours.push(await load(port));
    pair.bare.push(await load(barePort));
  }
  return pair;
}

/** A service that has run for a while has seen every certificate, the popular ones last. */
async function warm(port: number): Promise<void> {
  let n = COUNT;
  const nextPath = () => verifyPath(n > 0 ? --n : 0);
  while (n > 0) await runLoad({ port, connections: CONNECTIONS, seconds: 1, nextPath });
}

async function compareUnderChange(port: number, barePort: number): Promise<Pair> {
  await warm(port);
  const draw = zipfDraw(COUNT, ZIPF_EXPONENT);
  const changer = fork(fileURLToPath(new URL('./change-states.ts', import.meta.url)), [
    String(port),
    String(COUNT),
    String(CHANGES_PER_SECOND),
    OPERATOR_KEY,
  ]);
  const startedAt = performance.now();
  try {
    const pair = await compare(port, barePort, () => verifyPath(draw()));
    changer.send('how many');
    const [changes] = (await once(changer, 'message')) as [number];
    changesPerSecond = changes / ((performance.now() - startedAt) / 1000);
    return pair;
  } finally {
    changer.kill('SIGTERM');
  }
}

function describe(what: string, { ours, bare }: Pair): string[] {
  const rate = (results: LoadResult[]) => median(results.map(({ perSecond }) => perSecond));
  const p99 = (results: LoadResult[]) => median(results.map(({ p99Ms }) => p99Ms)).toFixed(1);
  const failures = ours.reduce((sum, result) => sum + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  const ratio = (rate(ours) / rate(bare)).toFixed(2);
  if (Number(ratio) < LIMITS.ratio) process.exitCode = 1;
  return [what, rate(ours).toFixed(0), p99(ours), rate(bare).toFixed(0), p99(bare), ratio, `≥ ${LIMITS.ratio}`];
}
