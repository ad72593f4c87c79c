/** The cost of the log per certificate: the same reviews with and without their leaves, alternately, in one process. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigner } from '@assay/protocol';
import { composeApp } from '../../apps/server/src/app.ts';
import { fileCheckpointMemory } from '../../apps/server/src/checkpoint-memory.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { readSamples } from '../../apps/server/src/modules/demonstration/samples.ts';
import { systemNetwork } from '../../apps/server/src/platform/fetch/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { submitSkill } from '../../apps/server/src/testing/submission-builder.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { databaseMs, treeMs } from '../lib/processor.ts';
import { median } from '../lib/report.ts';

type Options = { readonly dataDir: string; readonly rounds: number; readonly perRound: number };
type Round = { readonly perSecond: number; readonly processorMs: number };
type IssuanceCost = {
  readonly withLog: Round;
  readonly without: Round;
  /** Of the pairs of neighbouring rounds, the middle one: certificates a second with the log by those without. */
  readonly ratio: number;
  /** Seconds from the decision to the first checkpoint that covers it, median and p95. */
  readonly inclusion: readonly [median: number, p95: number];
};

const LOOK_MS = 20;
const WAIT_MS = 300_000;

export async function measureCertificates({ dataDir, rounds, perRound }: Options): Promise<IssuanceCost> {
  const log = createLogger('silent');
  const home = await openBenchDatabase(dataDir, log);
  const { pool } = home.database;
  const clock = { now: () => new Date() };
  const config = readConfig({
    PORT: '0',
    PUBLIC_BASE_URL: 'http://assay.localhost',
    RATE_LIMITS: 'off',
    ALLOW_UNREAD_INSTRUCTIONS: '1',
    ASSAY_ROLES: 'api,worker',
    DATA_DIR: dataDir,
  });
  const app = composeApp(config, {
    database: home.database,
    connection: home.connection,
    network: systemNetwork,
    clock,
    log,
    version: '0',
    checksAnswers: false,
    checkpointMemory: fileCheckpointMemory(dataDir),
    signer: createSigner(Buffer.from('0d'.repeat(32), 'hex')),
  });
  const samples = (await readSamples()).filter(
    ({ productType, files }) => productType === 'SKILL' && files.every(({ path }) => !path.endsWith('.py')),
  );
  const newSkill = (turn: number): Record<string, string> =>
    Object.fromEntries(
      (samples[turn % samples.length]?.files ?? []).map(({ path, bytes }) => [
        path,
        Buffer.from(bytes).toString() + (path === 'SKILL.md' ? `\nCopy ${randomBytes(8).toString('hex')}.\n` : ''),
      ]),
    );
  const certified = async (): Promise<number> =>
    (await pool.query("SELECT count(*)::int AS count FROM submissions WHERE state = 'CERTIFIED'")).rows[0].count;
  const processorMs = async (): Promise<number> => treeMs(process.pid) + (await databaseMs(pool));

  async function certify(count: number): Promise<Round> {
    const [done, before, from] = [await certified(), await processorMs(), performance.now()];
    for (let turn = 0; turn < count; turn++)
      await submitSkill({ app, clock: { ...clock, advance: () => undefined } }, { files: newSkill(turn) });
    for (const deadline = Date.now() + WAIT_MS; (await certified()) < done + count; await pause(LOOK_MS))
      if (Date.now() > deadline)
        throw new Error(`Only ${(await certified()) - done} of ${count} were certified in time`);
    const seconds = (performance.now() - from) / 1_000;
    return { perSecond: count / seconds, processorMs: ((await processorMs()) - before) / count };
  }
  const setLog = (word: 'ENABLE' | 'DISABLE') =>
    pool.query(`ALTER TABLE certificates ${word} TRIGGER certificates_are_logged`);

  try {
    await app.start();
    await app.listen();
    while (app.chain.find() === undefined) await pause(LOOK_MS);
    await certify(perRound);
    const pairs: { withLog: Round; without: Round }[] = [];
    for (let round = 0; round < rounds; round++) {
      await setLog('DISABLE');
      const without = await certify(perRound);
      await setLog('ENABLE');
      pairs.push({ without, withLog: await certify(perRound) });
    }
    return { ...summarize(pairs), inclusion: await inclusionSeconds(pool) };
  } finally {
    await app.stop();
    await home.stop();
  }
}

function summarize(pairs: readonly { readonly withLog: Round; readonly without: Round }[]) {
  const middle = (side: 'withLog' | 'without'): Round => ({
    perSecond: median(pairs.map((pair) => pair[side].perSecond)),
    processorMs: median(pairs.map((pair) => pair[side].processorMs)),
  });
  const ratio = median(pairs.map(({ withLog, without }) => withLog.perSecond / without.perSecond));
  return { withLog: middle('withLog'), without: middle('without'), ratio };
}

type Pool = Awaited<ReturnType<typeof openBenchDatabase>>['database']['pool'];

async function inclusionSeconds(pool: Pool): Promise<[number, number]> {
  const { rows } = await pool.query(`
    SELECT percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY seconds) AS found FROM (
      SELECT extract(epoch FROM (SELECT min(signed_at) FROM log_checkpoints WHERE size > leaf_index)
        - (leaf::jsonb ->> 'at')::timestamptz)::float8 AS seconds
      FROM log_leaves WHERE type = 'ISSUED') AS leaves WHERE seconds IS NOT NULL`);
  return rows[0].found;
}
