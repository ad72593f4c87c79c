import { randomBytes } from 'node:crypto';
import { newUuidV7, RoundId } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInContext } from '../../platform/log/index.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { roundStore } from './rounds.store.ts';
import { followSeat } from './seat-turns.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a vote continues the review with the id of its own request, not with the id of the vote', async () => {
  const { clock, database, app } = server;
  const now = clock.now();
  const submissionId = await submitSkill(server);
  const roundId = newUuidV7(RoundId, now.getTime(), randomBytes);
  const undecided = { beacon: null, decision: null, securityLevel: null, readingUsage: null, reason: null };
  await roundStore(database.db).insert({
    id: roundId,
    submissionId,
    requestId: 'submission-1',
    type: 'INITIAL_AUDIT',
    state: 'OPEN',
    sealedAt: now,
    ...undecided,
    examinations: 1,
    failures: 0,
    dueAt: null,
    startedAt: now,
    completedAt: null,
  });
  await database.pool.query('DELETE FROM waiting_jobs');

  await runInContext({ requestId: 'vote-1' }, () =>
    app.inTransaction((tx) => followSeat(tx, { seat: { origin: 'REVIEW', roundId } })),
  );

  const { rows } = await database.pool.query('SELECT key, request_id FROM waiting_jobs');
  expect(rows).toEqual([{ key: submissionId, request_id: 'submission-1' }]);
});
