/** `npm run bench key-stealers`: submits fifty key-stealing skills of a hostile review to a service with recorded model answers. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigner } from '@assay/protocol';
import { openEngine } from '../../apps/cli/src/review/engine.ts';
import { composeApp } from '../../apps/server/src/app.ts';
import { volatileCheckpointMemory } from '../../apps/server/src/checkpoint-memory.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { systemNetwork } from '../../apps/server/src/platform/fetch/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { submitSkill } from '../../apps/server/src/testing/submission-builder.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { readIndependentSuites } from '../eval/suites/suite-files.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { printTable } from '../lib/report.ts';
import { type Read, startRecordedReader } from './recorded-reader.ts';

/** The tries, and skills by another author that look like attacks and are none. */
const SUITES = ['hostile-review', 'eighteenth-code'] as const;
const PUBLIC_URL = 'https://assay.example';
const LOOK_MS = 50;
const WAIT_MS = 120_000;

const log = createLogger('error');
const clock = { now: () => new Date() };

const samples = readIndependentSuites().filter(
  ({ suite, label }) => suite === SUITES[0] || (suite === SUITES[1] && label === 'benign'),
);
type Sample = (typeof samples)[number];

/** The engine alone, with its sandbox, as a service runs it. */
async function reviewAll(): Promise<(Read & { readonly sample: Sample })[]> {
  const engine = openEngine({ size: 2, isSandboxed: true });
  try {
    const review = async (sample: Sample) => {
      const bundle = sample.load();
      return { sample, bundle, report: (await engine.review(bundle)).report };
    };
    return await Promise.all(samples.map(review));
  } finally {
    engine.close();
  }
}

const reviewed = await reviewAll();
const model = await startRecordedReader(reviewed);
const folder = await createTemporaryFolder();
const home = await openBenchDatabase(join(folder.path, 'data'), log);
const { database, connection } = home;
const reader = { name: 'recorded', endpoint: model.endpoint, model: 'recorded', family: 'recorded', retries: 0 };
const app = composeApp(
  readConfig({
    PORT: '0',
    PUBLIC_BASE_URL: PUBLIC_URL,
    // A service that others reach cannot switch its limits off.
    RATE_LIMITS: JSON.stringify({ verify: { requests: 100_000, windowSeconds: 60 } }),
    ASSAY_ROLES: 'api,worker',
    GOD_API_KEY: 'bench-operator-key-of-forty-characters-0',
    ASSAY_MODELS: JSON.stringify([reader]),
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
    signer: createSigner(Buffer.from('07'.repeat(32), 'hex')),
  },
);

async function isValid(certificate: string): Promise<boolean> {
  const [address] = app.http.addresses();
  if (typeof address !== 'object') throw new Error('The service does not listen.');
  const url = `http://127.0.0.1:${address.port}/api/v1/public/certificates/${certificate}/verify`;
  return ((await (await fetch(url)).json()) as { readonly valid: boolean }).valid;
}

/** `valid`, or the state in which the submission ended without a certificate. */
async function submit(sample: Sample): Promise<string> {
  const texts = sample.load().files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]);
  const tested = { app, clock: { ...clock, advance: () => undefined } };
  const id = await submitSkill(tested, { files: Object.fromEntries(texts) });
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await pause(LOOK_MS)) {
    const { rows } = await database.pool.query(
      `SELECT s.state, c.id AS certificate FROM submissions s LEFT JOIN certificates c ON c.submission_id = s.id
       WHERE s.id = $1 AND s.state IN ('CERTIFIED', 'REJECTED', 'ESCALATED')`,
      [id],
    );
    const [row] = rows;
    if (row?.certificate) return (await isValid(row.certificate)) ? 'valid' : 'not valid';
    if (row !== undefined) return row.state;
  }
  return 'nothing in time';
}

const shareOf = (some: readonly string[], outcome: string): string =>
  `${some.filter((one) => one === outcome).length} of ${some.length}`;

try {
  await app.start();
  await app.listen();
  while (app.chain.find() === undefined) await pause(LOOK_MS);
  const outcomes = new Map<Sample, string>();
  for (const sample of samples) outcomes.set(sample, await submit(sample));
  const rows = (['malicious', 'benign'] as const).map((label) => {
    const some = reviewed.filter(({ sample }) => sample.label === label);
    const ended = some.map(({ sample }) => outcomes.get(sample) ?? '');
    const blocked = some.filter(({ report }) => report.reviewResult === 'UNSAFE').length;
    const who = label === 'malicious' ? 'tries that steal a key' : 'harmless skills';
    return [
      who,
      `${blocked} of ${some.length}`,
      shareOf(ended, 'REJECTED'),
      shareOf(ended, 'ESCALATED'),
      shareOf(ended, 'valid'),
    ];
  });
  printTable('A hostile review', [['', 'engine alone blocks', 'refused', 'to a person', 'valid: true'], ...rows]);
  const isBroken = samples.some((sample) => sample.label === 'malicious' && outcomes.get(sample) === 'valid');
  if (isBroken) process.exitCode = 1;
} finally {
  await app.stop();
  await model.close();
  await home.stop();
  await folder.remove();
}
