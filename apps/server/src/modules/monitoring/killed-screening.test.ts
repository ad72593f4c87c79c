import { startTestChain, type TestChain } from '@assay/chain/testing';
import { Flag } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainEnv } from '../../testing/chain-env.ts';
import { chainOpen } from '../../testing/chain-server.ts';
import { reached, rowsOf } from '../../testing/council.ts';
import { createEarlierRules } from '../../testing/earlier-rules.ts';
import { PLANTED_GROUPS, PLANTED_SKILL } from '../../testing/planted-skill.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openWorkerFaults, type WorkerFaults } from '../../testing/worker-faults.ts';

/** The outcomes of an unfounded flag and of one that the current rules confirm. */
const DISMISSED = { state: 'DISMISSED', dueAt: null, events: ['flag.decided'], rounds: ['INITIAL_AUDIT'] };
const CONFIRMED = {
  state: 'CONFIRMED',
  dueAt: null,
  events: ['flag.decided', 'flag.opened'],
  rounds: ['INITIAL_AUDIT', 'RE_AUDIT'],
};
/** The stages at which a worker dies, each as the write that is interrupted. */
const STAGES = [
  { name: 'dismisses it', on: 'UPDATE ON flags', when: "NEW.state = 'DISMISSED'", ends: DISMISSED },
  { name: 'opens it', on: 'UPDATE ON flags', when: "OLD.state = 'RECEIVED' AND NEW.state = 'OPEN'", ends: CONFIRMED },
  { name: 'starts a round for it', on: 'INSERT ON rounds', when: "NEW.type = 'RE_AUDIT'", ends: CONFIRMED },
];
const MINE_EVERY_MS = 500;
const PATIENCE = { timeout: 60_000, interval: 20 };
/** Within the minute that a screening may take, because a dead process must not use it up. */
const TAKEN_OVER = { timeout: 30_000, interval: 20 };
const STAGE_MS = 180_000;

let chain: TestChain;
/** Receives flags and reads. Only the child processes work on them. */
let server: TestServer;
/** A worker with earlier rules. It certifies, and is closed before a flag arrives. */
let earlier: TestServer;
let faults: WorkerFaults;
let mining: NodeJS.Timeout;
let harmlessId: string;
const stageIds: string[] = [];
beforeAll(async () => {
  chain = await startTestChain();
  mining = setInterval(() => void chain.mineEmptyBlock(), MINE_EVERY_MS);
  server = await startTestServer();
  const audit = createEarlierRules(PLANTED_GROUPS);
  earlier = await startTestServer({ database: server.database, audit, env: chainEnv(chain, chain.rpcUrl) });
  await chainOpen(earlier);
  harmlessId = await certify();
  for (const { ends } of STAGES) stageIds.push(await certify(ends === CONFIRMED ? { ...PLANTED_SKILL } : undefined));
  await earlier.close();
  faults = await openWorkerFaults({ server, chain }, STAGES);
}, STAGE_MS);
afterAll(async () => {
  clearInterval(mining);
  await faults.close();
  await server.close();
  await chain.close();
});

/** Sets the scheduled check to a day later, so that only the flag triggers a screening. */
async function certify(files?: Record<string, string>): Promise<string> {
  const submissionId = await submitSkill(earlier, files && { files });
  await reached(server, submissionId, 'CERTIFIED');
  const [row] = await rowsOf<{ id: string }>(
    server,
    `INSERT INTO monitorings (certificate_id, checks, next_check_at)
     SELECT id, '[]', now() + interval '1 day' FROM certificates WHERE submission_id = $1
     ON CONFLICT (certificate_id) DO UPDATE SET next_check_at = excluded.next_check_at RETURNING certificate_id AS id`,
    submissionId,
  );
  return String(row?.id);
}

async function report(certificateId: string): Promise<string> {
  const { address: walletAddress } = createTestWallet(`reporter of ${certificateId}`);
  const description = 'It sends what it reads to a host that nobody declared.';
  const body = { walletAddress, category: 'DATA_EXFILTRATION', description };
  return Flag.parse((await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, body)).body).id;
}

/** The state, events and rounds of the only flag on a certificate. */
async function outcomeOf(certificateId: string) {
  const [row] = await rowsOf<typeof DISMISSED>(
    server,
    `SELECT (SELECT state FROM flags WHERE certificate_id = $1) AS state,
       (SELECT due_at FROM flags WHERE certificate_id = $1) AS "dueAt",
       (SELECT json_agg(kind ORDER BY kind) FROM events WHERE subject_id = $1 AND kind LIKE 'flag.%') AS events,
       (SELECT json_agg(r.type ORDER BY r.started_at) FROM rounds r
         JOIN certificates c ON c.submission_id = r.submission_id WHERE c.id = $1) AS rounds`,
    certificateId,
  );
  if (row === undefined) throw new Error('A query without a table has one row.');
  return row;
}

/** The end of the lease on the flag. */
async function leaseEnd(flagId: string): Promise<Date> {
  const [row] = await rowsOf<{ due_at: Date }>(server, 'SELECT due_at FROM flags WHERE id = $1', flagId);
  if (row === undefined) throw new Error('The flag is gone.');
  return row.due_at;
}

describe('a worker that is killed with SIGKILL while it', () => {
  it(
    'screens a flag, with its lease renewed until the kill, leaves the flag to another worker: dismissed once',
    async () => {
      await faults.gate.query('BEGIN');
      await faults.gate.query('LOCK TABLE round_reports IN ACCESS EXCLUSIVE MODE');
      const flagId = await report(harmlessId);
      await faults.blocked("relation = 'round_reports'::regclass");
      const taken = await leaseEnd(flagId);
      await vi.waitFor(
        async () => expect((await leaseEnd(flagId)).getTime()).toBeGreaterThan(taken.getTime()),
        PATIENCE,
      );
      await faults.replace(() => faults.gate.query('ROLLBACK'));

      await vi.waitFor(async () => expect(await outcomeOf(harmlessId)).toEqual(DISMISSED), TAKEN_OVER);
    },
    STAGE_MS,
  );

  it.each(STAGES.map(({ name }, at) => [name, at] as const))(
    '%s leaves a flag that another takes over within seconds: decided once, with one event each and one round at most',
    async (_, stage) => {
      const certificateId = String(stageIds[stage]);
      await faults.haltAt(stage, () => report(certificateId));
      const { state, events, rounds } = await outcomeOf(certificateId);
      await faults.killAt(stage);

      await vi.waitFor(
        async () => expect(await outcomeOf(certificateId)).not.toMatchObject({ state, events, rounds }),
        TAKEN_OVER,
      );
      await vi.waitFor(async () => expect(await outcomeOf(certificateId)).toEqual(STAGES[stage]?.ends), PATIENCE);
    },
    STAGE_MS,
  );
});
