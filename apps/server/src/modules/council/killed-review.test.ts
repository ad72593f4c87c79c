import { startTestChain, type TestChain } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reached, rowsOf } from '../../testing/council.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openWorkerFaults, type WorkerFaults } from '../../testing/worker-faults.ts';
import { createMarkBooks, escrowOf, ISSUE } from '../purse/index.ts';

/** The stages at which a process dies, each as the write that is interrupted. */
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
/**
 * The stages that one kill hits, each in its own review. Later stages come first, because a review halts at the first closed gate.
 * Stage 8 runs alone, because a payment locks the ledger for other processes. One transaction may run every step from the draw to the
 * certificate and then holds the earlier gates, so a kill interrupts only one of those steps.
 */
const KILLS = [[8], [7, 1], [6, 0], [5], [4], [3], [2]];
const FEE = 90_000_000n;
const MINE_EVERY_MS = 500;
const PATIENCE = { timeout: 60_000, interval: 20 };
const STAGE_MS = 180_000;

let chain: TestChain;
/** Submits and reads. Only the child processes review. */
let server: TestServer;
let faults: WorkerFaults;
let mining: NodeJS.Timeout;
beforeAll(async () => {
  chain = await startTestChain();
  mining = setInterval(() => void chain.mineEmptyBlock(), MINE_EVERY_MS);
  server = await startTestServer();
  faults = await openWorkerFaults({ server, chain }, STAGES);
}, STAGE_MS);
afterAll(async () => {
  clearInterval(mining);
  await faults.close();
  await server.close();
  await chain.close();
});

async function escrow(submissionId: string): Promise<void> {
  const books = createMarkBooks({
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    clock: server.clock,
  });
  const moves = [{ from: ISSUE, to: escrowOf(submissionId), amount: FEE }];
  const ref = { type: 'test', id: submissionId };
  await server.app.inTransaction((tx) => books.bookIn(tx, { kind: 'money.issued', ref, moves }));
}

/** Expects exactly one judgement and one payment. */
async function expectWhole(id: string): Promise<void> {
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
}

const namesOf = (stages: readonly number[]) => stages.map((at) => STAGES[at]?.name).join(', ');

describe('a process that is killed with SIGKILL while it', () => {
  it.each(KILLS.map((stages) => [namesOf(stages), stages] as const))(
    '%s leaves reviews that another process finishes: judged once, paid once',
    async (_, stages) => {
      const ids: string[] = [];
      for (const stage of stages) {
        const id = await faults.haltAt(stage, async () => {
          const submitted = await submitSkill(server);
          await escrow(submitted);
          return submitted;
        });
        ids.push(id);
      }
      await faults.killAt(...stages);

      for (const id of ids) await expectWhole(id);
    },
    STAGE_MS,
  );

  it('runs any stage has a test case', () => {
    expect(KILLS.flat().toSorted()).toEqual([...STAGES.keys()]);
  });
});
