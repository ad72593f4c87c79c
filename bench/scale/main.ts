/**
 * `npm run bench scale`: measures verification and a mixed load with 1, 2 and 4 API processes on one PostgreSQL, the processor time of
 * each part and the gain of a second process with its own core, and prints what larger loads need.
 * `--seconds 5 --rounds 5 --certificates 5000 --submissions 20`
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { createClient } from '../campaign/client.ts';
import { createService, type Member } from '../campaign/service.ts';
import { startStandIns } from '../campaign/stand-ins.ts';
import { fillCertificates } from '../lib/certificates.ts';
import { runLoad } from '../lib/load.ts';
import { createPostgres } from '../lib/postgres.ts';
import { databaseMs, treeMs } from '../lib/processor.ts';
import { printTable } from '../lib/report.ts';
import { listCores } from './cores.ts';
import { type Generators, portOf, startGenerators } from './generators.ts';
import { planScale } from './plan.ts';
import { type Load, verifyPath } from './requests.ts';
import { perCore, sharesOf } from './speed-up.ts';
import { measureSubmissions } from './submissions.ts';
import { compareOnTwoCores } from './two-cores.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    certificates: { type: 'string', default: '5000' },
    submissions: { type: 'string', default: '20' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const COUNT = Number(options.certificates);
const WARMING_CONNECTIONS = 32;
const PROCESSES = [1, 2, 4] as const;
const SPEED_UP_MIN = 1.6;
/** Below it, the single process waited for the load generator, and a comparison with it says nothing. */
const SATURATED_MIN = 0.9;
/** Above it, other programs disturb the measurement more than it can subtract. */
const OTHERS_MAX = 0.2;
const CORES = listCores();

type Cost = {
  readonly load: Load;
  readonly processes: number;
  readonly perSecond: number;
  readonly failures: number;
  readonly apiUs: number;
  readonly databaseUs: number;
  readonly generatorUs: number;
};

async function warm(apis: readonly Member[]): Promise<void> {
  for (const api of apis) {
    let n = COUNT;
    const nextPath = () => verifyPath(n > 0 ? --n : 0);
    while (n > 0) await runLoad({ port: portOf(api), connections: WARMING_CONNECTIONS, seconds: 1, nextPath });
  }
}

async function measure(load: Load, apis: readonly Member[], generators: Generators, pool: Pool): Promise<Cost> {
  const before = await databaseMs(pool);
  const run = await generators.run({ load, seconds: SECONDS, apis });
  const after = await databaseMs(pool);
  const usOf = (ms: number) => (ms * 1_000) / run.requests;
  return {
    load,
    processes: apis.length,
    perSecond: run.perSecond,
    failures: run.failures,
    apiUs: usOf(run.apiMs),
    databaseUs: usOf(after - before),
    generatorUs: usOf(run.generatorMs),
  };
}

const find = (costs: readonly Cost[], load: Load, processes: number): Cost => {
  const found = costs.find((cost) => cost.load === load && cost.processes === processes);
  if (found === undefined) throw new Error(`${load} with ${processes} processes was not measured.`);
  return found;
};

async function readStatusList(api: Member) {
  const path = '/api/v1/public/status-lists/suspension/0';
  const answer = await fetch(`${api.url()}${path}`);
  const bytes = (await answer.arrayBuffer()).byteLength;
  const before = treeMs(api.pid() ?? 0);
  const load = await runLoad({ port: portOf(api), connections: 4, seconds: 1, nextPath: () => path });
  return { status: answer.status, bytes, us: ((treeMs(api.pid() ?? 0) - before) * 1000) / load.requests };
}

const folder = await createTemporaryFolder();
const standIns = await startStandIns();
const primary = await (await createPostgres(folder.path)).createPrimary('server');
const url = `postgres://postgres@127.0.0.1:${primary.port}/postgres?sslmode=disable`;
const pool = new Pool({ connectionString: url });
const env = {
  ...standIns.env,
  DATABASE_URL: url,
  PUBLIC_BASE_URL: 'http://assay.localhost',
  ALLOW_UNREAD_INSTRUCTIONS: '1',
  REVIEWS_GIVE_WAY: '0',
  WORLD_TICK_MS: '5000',
};
const generators = await startGenerators(Math.max(...PROCESSES), COUNT);
const service = createService({ folder: folder.path, env }, { api: Math.max(...PROCESSES), worker: 1, world: 1 });
try {
  const [worker] = service.ofRole('worker');
  const apis = service.ofRole('api');
  await apis[0]?.start();
  await fillCertificates(pool, COUNT);
  const costs: Cost[] = [];
  for (const processes of PROCESSES) {
    for (const api of apis.slice(0, processes)) if (api.url() === undefined) await api.start();
    const running = apis.slice(0, processes);
    await warm(running);
    for (const load of ['verify', 'mixed'] as const) costs.push(await measure(load, running, generators, pool));
  }
  const compared = await compareOnTwoCores({ apis, generators, seconds: SECONDS, rounds: ROUNDS });
  printTable(
    `${COUNT} certificates, ${SECONDS} s each, ${CORES.length} cores shared with the load generators: processor time per request`,
    [
      ['load', 'API processes', 'requests/s', 'failed', 'API µs', 'PostgreSQL µs', 'load generator µs'],
      ...costs.map((cost) => [
        ...[cost.load, String(cost.processes), cost.perSecond.toFixed(0), String(cost.failures)],
        ...[cost.apiUs, cost.databaseUs, cost.generatorUs].map((us) => us.toFixed(0)),
      ]),
    ],
  );
  const [api] = apis;
  if (worker === undefined || api === undefined) throw new Error('There are no processes.');
  const statusList = await readStatusList(api);
  // Validators are actors of the world: without it, nothing is reviewed.
  await Promise.all([worker, ...service.ofRole('world')].map((member) => member.start()));
  const client = createClient([api], () => false);
  const submission = await measureSubmissions({
    client,
    api,
    worker,
    pool,
    standIns,
    count: Number(options.submissions),
  });
  printTable('Per paid submission, and the status list', [
    ['what', 'measured'],
    [
      'API, worker, PostgreSQL',
      [submission.apiMs, submission.workerMs, submission.databaseMs].map((ms) => `${ms.toFixed(0)} ms`).join(', '),
    ],
    ['status list', `${statusList.status}, ${statusList.bytes} bytes, ${statusList.us.toFixed(0)} µs`],
  ]);
  const { one, two, speedUp, speedUps } = compared;
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  printTable(`Verifies with a core for each process, the median of ${ROUNDS} rounds of ${SECONDS} s`, [
    [
      'processes',
      'where',
      'requests/s',
      'API',
      'load generators',
      'other programs',
      'requests/s per core without both',
    ],
    ...[
      { share: one, processes: '1', where: 'the process on one core, its generator on another' },
      { share: two, processes: '2', where: 'a process and its generator on each core' },
    ].map(({ share, processes, where }) => [
      ...[processes, where, share.perSecond.toFixed(0)],
      ...[sharesOf(share).api, sharesOf(share).generator, sharesOf(share).others].map(percent),
      perCore(share).toFixed(0),
    ]),
  ]);
  const { api: used, others: besideOne } = sharesOf(one);
  const saturated = used / (1 - besideOne);
  const others = Math.max(besideOne, sharesOf(two).others);
  printTable('Speed-up', [
    ['what', 'measured', 'limit'],
    [
      'share of its core that the single process used, other programs left out',
      percent(saturated),
      `≥ ${percent(SATURATED_MIN)}`,
    ],
    ['share of the cores that other programs took', percent(others), `≤ ${percent(OTHERS_MAX)}`],
    [
      'verifies of two processes with a core each, relative to one process with one',
      `${speedUp.toFixed(2)} (${Math.min(...speedUps).toFixed(2)} to ${Math.max(...speedUps).toFixed(2)})`,
      `≥ ${SPEED_UP_MIN}`,
    ],
  ]);
  const [verifyCost, mixed] = [find(costs, 'verify', 2), find(costs, 'mixed', 2)];
  printTable('What larger loads need', [
    ['load', 'what', 'amount'],
    ...planScale({
      verifyUs: verifyCost.apiUs,
      mixedUs: mixed.apiUs,
      mixedDatabaseUs: mixed.databaseUs,
      submission,
      statusList,
    }).map(({ load, what, amount }) => [load, what, amount]),
  ]);
  console.log(
    `\nLoad average of the machine: ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
  );
  const hasFailed = [...costs, one, two].some(({ failures }) => failures > 0);
  const isMeasured = saturated >= SATURATED_MIN && others <= OTHERS_MAX && !hasFailed;
  if (!isMeasured || !(speedUp >= SPEED_UP_MIN)) process.exitCode = 1;
} finally {
  generators.stop();
  await service.stop();
  await pool.end();
  await primary.kill();
  await standIns.close();
  await folder.remove();
}
process.exit();
