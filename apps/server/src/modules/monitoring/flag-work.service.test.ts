import { randomUUID } from 'node:crypto';
import { Flag, VerifyRecord } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainOpen } from '../../testing/chain-server.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let certificateId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' } });
  await chainOpen(server);
  certificateId = await certify();
});
afterAll(() => server.close());

const rowsOf = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 120_000, interval: 20 });

async function certify(): Promise<string> {
  const submissionId = await submitSkill(server);
  return eventually(async () => {
    const [row] = await rowsOf('SELECT id FROM certificates WHERE submission_id = $1', submissionId);
    expect(row).toBeDefined();
    return row.id;
  });
}

let reporters = 0;
async function report(over: Record<string, unknown> = {}, of = certificateId): Promise<string> {
  const { address: walletAddress } = createTestWallet(`reporter ${++reporters}`);
  const description = 'It sends what it reads to a host that nobody declared.';
  const body = { walletAddress, category: 'DATA_EXFILTRATION', description, ...over };
  return Flag.parse((await server.post(`/certsvc/v1/certificates/${of}/flag`, body)).body).id;
}

/** The flag once workers have finished with it. */
const attended = (flagId: string) =>
  eventually(async () => {
    const [row] = await rowsOf('SELECT state, decision, due_at FROM flags WHERE id = $1', flagId);
    expect(row.due_at).toBeNull();
    return row;
  });
async function openItems(flagId: string): Promise<{ id: string }[]> {
  const { body } = await server.get('/api/v1/operator/queue?kind=FLAG&limit=100', OPERATOR);
  return (body as { items: { id: string; ref: { id: string } }[] }).items.filter(({ ref }) => ref.id === flagId);
}
/** The first item of the operator queue. */
async function firstItem(): Promise<unknown> {
  const { body } = await server.get('/api/v1/operator/queue?limit=1', OPERATOR);
  return (body as { items: unknown[] }).items[0];
}
async function decide(flagId: string, decision: string): Promise<void> {
  const [item] = await openItems(flagId);
  const answer = await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, {
    decision,
    reason: 'Read by a person, word for word.',
  });
  expect(answer.status).toBe(200);
}
const HOUR_MS = 3_600_000;
const verify = async (id: string) =>
  VerifyRecord.parse((await server.get(`/api/v1/public/certificates/${id}/verify`)).body);

describe('a received flag', () => {
  it('is dismissed with a reason if the bytes show nothing and it has no evidence', async () => {
    const flagId = await report();

    const flag = await attended(flagId);

    expect(flag).toMatchObject({ state: 'DISMISSED', decision: { outcome: 'DISMISSED', suspended: false } });
    expect(flag.decision.reason).toMatch(/nothing new/);
    expect(await openItems(flagId)).toEqual([]);
  });

  it('is dismissed if its evidence names a place that does not exist', async () => {
    const flagId = await report({ evidence: [{ kind: 'FILE_LINE', value: 'here', path: 'scripts/none.sh', line: 3 }] });

    expect(await attended(flagId)).toMatchObject({ state: 'DISMISSED' });
  });

  it.each([
    { kind: 'FILE_LINE', value: 'this line', path: 'SKILL.md', line: 5 },
    { kind: 'URL', value: 'https://example.org/analysis' },
  ])(
    'waits for an operator, and changes nothing, with evidence of kind $kind that a person must weigh',
    async (piece) => {
      const flagId = await report({ evidence: [piece] });

      expect(await attended(flagId)).toMatchObject({ state: 'RECEIVED', decision: null });
      expect(await openItems(flagId)).toHaveLength(1);
      expect(await verify(certificateId)).toMatchObject({ valid: true, activeFlagCount: 0 });
    },
  );

  it("is not locked by a worker that waits for an operator's decision", async () => {
    const flagId = await report({ evidence: [{ kind: 'URL', value: 'https://example.org/analysis' }] });
    await attended(flagId);
    const operator = await server.database.pool.connect();
    await operator.query('BEGIN');
    await operator.query("SELECT FROM operator_queue WHERE ref_id = $1 AND state <> 'DECIDED' FOR UPDATE", [flagId]);
    await rowsOf("UPDATE flags SET evidence = '[]', due_at = opened_at WHERE id = $1", flagId);
    const working = server.app.monitoring.flagWork.work();
    await eventually(async () => {
      const waiting = await rowsOf(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%operator_queue%'",
      );
      expect(waiting).not.toEqual([]);
    });

    await operator.query('SELECT FROM flags WHERE id = $1 FOR UPDATE NOWAIT', [flagId]);

    await operator.query('COMMIT');
    operator.release();
    await working;
    expect(await attended(flagId)).toMatchObject({ state: 'DISMISSED' });
  });

  it('is processed again after a worker died, and decided once', async () => {
    const flagId = await report();
    await attended(flagId);

    await server.database.pool.query('UPDATE flags SET due_at = opened_at WHERE id = $1', [flagId]);
    await server.app.monitoring.flagWork.work();

    const events = await rowsOf(
      `SELECT kind FROM events WHERE kind LIKE 'flag.%' AND subject_id = $1 AND occurred_at >= (SELECT decided_at FROM flags WHERE id = $2)`,
      certificateId,
      flagId,
    );
    expect(events.filter(({ kind }) => kind === 'flag.decided')).toHaveLength(1);
  });
});

describe('an open flag', () => {
  it('has the certified bytes reviewed again, and is dismissed if they are safe', async () => {
    const id = await certify();
    const flagId = await report({ evidence: [{ kind: 'FILE_LINE', value: 'nowhere', path: 'x', line: 1 }] }, id);
    await rowsOf(
      "UPDATE flags SET state = 'OPEN', decision = NULL, decided_at = NULL, due_at = opened_at WHERE id = $1",
      flagId,
    );

    const flag = await eventually(async () => {
      const [row] = await rowsOf('SELECT state, decision FROM flags WHERE id = $1', flagId);
      expect(row.state).toBe('DISMISSED');
      return row;
    });

    expect(flag.decision.reason).toMatch(/reviewed again/);
    await eventually(async () =>
      expect(await verify(id)).toMatchObject({ valid: true, roundType: 'RE_AUDIT', activeFlagCount: 0 }),
    );
  });

  it('waits first in the queue after one new panel if only a person can weigh its evidence', async () => {
    const id = await certify();
    const flagId = await report({ evidence: [{ kind: 'TRACE', value: 'connect(203.0.113.7:443)' }] }, id);
    const [item] = await openItems(flagId);
    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, {
      decision: 'OPEN',
      reason: 'The trace looks real.',
    });

    await eventually(async () => {
      const panels = await rowsOf(
        `SELECT r.state, p.phase FROM panels p JOIN rounds r ON r.id = p.round_id
           JOIN certificates c ON c.submission_id = r.submission_id WHERE c.id = $1 AND r.type = 'RE_AUDIT'`,
        id,
      );
      expect(panels).toEqual([{ state: 'SETTLED', phase: 'PRIMARY' }]);
    });
    await server.app.monitoring.flagWork.work();

    expect(await attended(flagId)).toMatchObject({ state: 'OPEN', decision: null });
    expect(await firstItem()).toMatchObject({ kind: 'FLAG', ref: { id: flagId } });
    expect(await verify(id)).toMatchObject({ valid: false, status: 'APPROVED', activeFlagCount: 1 });
    const { body } = await server.get(`/api/v1/public/certificates/${id}/live-status`);
    expect(body).toMatchObject({ valid: false, flags: { open: 1 } });
    await decide(flagId, 'DISMISS');
  });

  it('waits first in the queue if its round is not over within an hour', async () => {
    const id = await certify();
    const flagId = await report({ evidence: [{ kind: 'TEXT', value: 'It was seen to happen.' }] }, id);
    await attended(flagId);
    const now = server.clock.now();
    // Inserts a round that does not advance, as soon as the first round is settled.
    await eventually(() =>
      rowsOf(
        `INSERT INTO rounds (id, submission_id, type, state, sealed_at, examinations, failures, started_at)
           SELECT $2, submission_id, 'RE_AUDIT', 'ESCALATED', $3, 0, 0, $3 FROM certificates WHERE id = $1`,
        id,
        randomUUID(),
        now,
      ),
    );
    const openedAt = new Date(now.getTime() - HOUR_MS - 1);
    await rowsOf(
      "UPDATE flags SET state = 'OPEN', decision = NULL, decided_at = NULL, opened_at = $2, due_at = $2 WHERE id = $1",
      flagId,
      openedAt,
    );

    await eventually(async () => expect(await firstItem()).toMatchObject({ kind: 'FLAG', ref: { id: flagId } }));

    expect(await verify(id)).toMatchObject({ valid: false, activeFlagCount: 1 });
  });

  it('starts no round for a certificate that was suspended meanwhile, and does not reinstate it', async () => {
    const id = await certify();
    const flagId = await report({ evidence: [{ kind: 'TEXT', value: 'It was seen to happen.' }] }, id);
    const reason = 'Reviewed again by a person.';
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason });
    const [item] = await openItems(flagId);
    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision: 'OPEN', reason });

    expect(await attended(flagId)).toMatchObject({ state: 'OPEN' });
    const types = await rowsOf(
      'SELECT r.type FROM rounds r JOIN certificates c ON c.submission_id = r.submission_id WHERE c.id = $1',
      id,
    );
    expect(types).toEqual([{ type: 'INITIAL_AUDIT' }]);
  });
});
