import { startTestChain, type TestChain } from '@assay/chain/testing';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainEnv } from '../../testing/chain-env.ts';
import { reached, rowsOf } from '../../testing/council.ts';
import { type SpawnedService, spawnService } from '../../testing/spawn-service.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { BASE_URL, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createMarkBooks, escrowOf, ISSUE } from '../validators/mark-books.ts';

/** Where a review can be when its process dies, as the write that it dies in. */
const STAGES = [
  { name: 'takes the submission', on: 'INSERT ON rounds' },
  { name: 'stores what the engine said', on: 'INSERT ON round_reports' },
  { name: 'draws the panel', on: 'INSERT ON panels' },
  { name: 'seals the votes', on: 'UPDATE ON seats', when: "NEW.state = 'COMMITTED'" },
  { name: 'opens the reveal', on: 'UPDATE ON panels', when: "NEW.state = 'REVEALING'" },
  { name: 'reveals the votes', on: 'UPDATE ON seats', when: "NEW.state = 'REVEALED'" },
  { name: 'counts the votes', on: 'UPDATE ON panels', when: "NEW.state = 'TALLIED'" },
  { name: 'issues the certificate', on: 'INSERT ON certificates' },
  { name: 'pays who sat', on: 'INSERT ON judgements' },
];
const FEE = 90_000_000n;
const MINE_EVERY_MS = 500;
const PATIENCE = { timeout: 60_000, interval: 20 };
const STAGE_MS = 180_000;

let chain: TestChain;
/** Submits and reads; only the children review. */
let server: TestServer;
/** Holds the lock that a stage waits for. */
let gate: PoolClient;
let child: SpawnedService;
let mining: NodeJS.Timeout;
beforeAll(async () => {
  chain = await startTestChain();
  mining = setInterval(() => void chain.mineEmptyBlock(), MINE_EVERY_MS);
  server = await startTestServer();
  gate = await server.database.pool.connect();
  await gate.query(
    `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int); RETURN NEW; END $$`,
  );
  for (const [at, { on, when = 'true' }] of STAGES.entries()) {
    await gate.query(`CREATE TRIGGER halt_${at} BEFORE ${on} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION halt(${at})`);
  }
  child = await startChild();
}, STAGE_MS);
afterAll(async () => {
  clearInterval(mining);
  await child.kill();
  gate.release();
  await server.close();
  await chain.close();
});

const startChild = () => {
  const env = { PORT: '0', PUBLIC_BASE_URL: BASE_URL, RATE_LIMITS: 'off', ...chainEnv(chain, chain.rpcUrl) };
  return spawnService(server.database.connection, env);
};

async function escrow(submissionId: string): Promise<void> {
  const books = createMarkBooks({
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: server.clock,
  });
  const moves = [{ from: ISSUE, to: escrowOf(submissionId), amount: FEE }];
  const ref = { type: 'test', id: submissionId };
  await server.app.inTransaction((tx) => books.bookIn(tx.ledger, { kind: 'money.issued', ref, moves }));
}

describe('a process that is killed with SIGKILL while it', () => {
  it.each(STAGES.map(({ name }, at) => [name, at] as const))(
    '%s leaves a review that another finishes: judged once, paid once',
    async (_, stage) => {
      await gate.query('SELECT pg_advisory_lock($1)', [stage]);
      const id = await submitSkill(server);
      await escrow(id);
      await vi.waitFor(async () => {
        const { rowCount } = await gate.query('SELECT FROM pg_locks WHERE objid = $1 AND NOT granted', [stage]);
        expect(rowCount).toBeGreaterThan(0);
      }, PATIENCE);
      await child.kill();
      await gate.query('SELECT pg_advisory_unlock($1)', [stage]);
      child = await startChild();

      await reached(server, id, 'CERTIFIED');
      await vi.waitFor(async () => {
        const rounds = await rowsOf(server, 'SELECT state, decision FROM rounds WHERE submission_id = $1', id);
        expect(rounds).toEqual([{ state: 'SETTLED', decision: 'SAFE' }]);
      }, PATIENCE);
      const counted = await rowsOf(
        server,
        `SELECT (SELECT count(*)::int FROM certificates WHERE submission_id = $1) AS certificates,
           (SELECT count(*)::int FROM submission_changes WHERE submission_id = $1) AS changes,
           (SELECT count(*)::int FROM judgements j JOIN rounds r ON r.id = j.round_id WHERE r.submission_id = $1) AS judgements,
           (SELECT json_agg(fee::text) FROM settlements WHERE submission_id = $1) AS fees`,
        id,
      );
      expect(counted).toEqual([{ certificates: 1, changes: 4, judgements: 5, fees: [FEE.toString()] }]);
      const left = await server.app.inTransaction((tx) => tx.ledger.findAccount(escrowOf(id), 'MARK'));
      expect(left?.balance).toBe(0n);
    },
    STAGE_MS,
  );
});
