/**
 * `npm run bench scale`: measures verification and a mixed load with 1, 2 and 4 API processes on one PostgreSQL, the processor time of
 * each part, and prints what larger loads need. `--seconds 5 --certificates 5000 --submissions 20`
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { createClient } from '../campaign/client.ts';
import { createService, type Member } from '../campaign/service.ts';
import { startStandIns } from '../campaign/stand-ins.ts';
import { fillCertificates, idOf } from '../lib/certificates.ts';
import { runLoad } from '../lib/load.ts';
import { createPostgres } from '../lib/postgres.ts';
import { databaseMs, treeMs } from '../lib/processor.ts';
import { printTable } from '../lib/report.ts';
import { zipfDraw } from '../lib/zipf.ts';
import { planScale } from './plan.ts';
import { measureSubmissions } from './submissions.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    certificates: { type: 'string', default: '5000' },
    submissions: { type: 'string', default: '20' },
  },
});
const SECONDS = Number(options.seconds);
const COUNT = Number(options.certificates);
const CONNECTIONS = 32;
const PROCESSES = [1, 2, 4] as const;
const ZIPF_EXPONENT = 1.1;
/** On two cores, as each process alone uses one. */
const SPEED_UP_MIN = 1.6;

type Load = 'verify' | 'mixed';
type Cost = {
  readonly load: Load;
  readonly processes: number;
  readonly perSecond: number;
  readonly failures: number;
  readonly apiUs: number;
  readonly databaseUs: number;
  readonly loaderUs: number;
};

const verifyPath = (n: number): string => `/api/v1/public/certificates/${idOf(n)}/verify`;
const draw = zipfDraw(COUNT, ZIPF_EXPONENT);
/** Nine of ten are verifies, the others lists, figures and live states. */
const OTHERS = [
  () => '/api/v1/public/certificates?limit=20',
  () => `/api/v1/public/certificates?q=bench-skill-${draw()}`,
  () => `/api/v1/public/certificates/${idOf(draw())}/live-status`,
  () => '/api/v1/public/overview',
];
let turn = 0;
const nextPaths: Readonly<Record<Load, () => string>> = {
  verify: () => verifyPath(draw()),
  mixed: () =>
    (++turn % 10 === 0 ? (OTHERS[(turn / 10) % OTHERS.length] ?? OTHERS[0])?.() : undefined) ?? verifyPath(draw()),
};

async function warm(apis: readonly Member[]): Promise<void> {
  for (const api of apis) {
    let n = COUNT;
    const nextPath = () => verifyPath(n > 0 ? --n : 0);
    while (n > 0) await runLoad({ port: portOf(api), connections: CONNECTIONS, seconds: 1, nextPath });
  }
}
const portOf = (member: Member): number => Number(new URL(member.url() ?? '').port);

async function measure(load: Load, apis: readonly Member[], pool: Pool): Promise<Cost> {
  const used = async () => ({
    api: apis.reduce((sum, { pid }) => sum + treeMs(pid() ?? 0), 0),
    database: await databaseMs(pool),
    loader: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const before = await used();
  const connections = Math.ceil(CONNECTIONS / apis.length);
  const results = await Promise.all(
    apis.map((api) => runLoad({ port: portOf(api), connections, seconds: SECONDS, nextPath: nextPaths[load] })),
  );
  const after = await used();
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const us = (part: keyof typeof before) => ((after[part] - before[part]) * 1000) / requests;
  return {
    load,
    processes: apis.length,
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    apiUs: us('api'),
    databaseUs: us('database'),
    loaderUs: us('loader'),
  };
}

const find = (costs: readonly Cost[], load: Load, processes: number): Cost => {
  const found = costs.find((cost) => cost.load === load && cost.processes === processes);
  if (found === undefined) throw new Error(`${load} with ${processes} processes was not measured.`);
  return found;
};

/** Verifies that two processes with a core each answer, relative to one: by processor time, so the load generator takes no part. */
const speedUp = (costs: readonly Cost[]): number =>
  (2 * find(costs, 'verify', 1).apiUs) / find(costs, 'verify', 2).apiUs;

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
    for (const load of ['verify', 'mixed'] as const) costs.push(await measure(load, running, pool));
  }
  printTable(
    `${COUNT} certificates, ${CONNECTIONS} connections, ${SECONDS} s each, ${cpus().length} cores shared with the load generator`,
    [
      ['load', 'API processes', 'requests/s', 'failed', 'API µs', 'PostgreSQL µs', 'load generator µs'],
      ...costs.map((cost) => [
        ...[cost.load, String(cost.processes), cost.perSecond.toFixed(0), String(cost.failures)],
        ...[cost.apiUs, cost.databaseUs, cost.loaderUs].map((us) => us.toFixed(0)),
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
  const ratio = speedUp(costs);
  printTable('Per paid submission, and the status list', [
    ['what', 'measured'],
    [
      'API, worker, PostgreSQL',
      [submission.apiMs, submission.workerMs, submission.databaseMs].map((ms) => `${ms.toFixed(0)} ms`).join(', '),
    ],
    ['status list', `${statusList.status}, ${statusList.bytes} bytes, ${statusList.us.toFixed(0)} µs`],
  ]);
  printTable('Speed-up', [
    ['what', 'measured', 'limit'],
    ['verifies of two processes with a core each, relative to one', ratio.toFixed(2), `≥ ${SPEED_UP_MIN}`],
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
  if (!(ratio >= SPEED_UP_MIN) || costs.some(({ failures }) => failures > 0)) process.exitCode = 1;
} finally {
  await service.stop();
  await pool.end();
  await primary.kill();
  await standIns.close();
  await folder.remove();
}
process.exit();
