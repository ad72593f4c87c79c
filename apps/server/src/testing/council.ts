import { PublicRound, Round, type SubmissionState } from '@assay/protocol';
import { expect, vi } from 'vitest';
import { councilStores, createRounds } from '../modules/council/index.ts';
import { submissionStores } from '../modules/submissions/index.ts';
import { chainOpen } from './chain-server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

const PATIENCE = { timeout: 180_000, interval: 20 };

/** A server that reviews submissions, with its own chain. */
export async function startCouncilServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, env: { ASSAY_ROLES: 'api,worker', ...options.env } });
  await chainOpen(server);
  return server;
}

export async function rowsOf<Row>({ database }: TestServer, text: string, ...values: unknown[]): Promise<Row[]> {
  const { rows } = await database.pool.query(text, values);
  return rows;
}

/** Waits until a submission is in this state. */
export const reached = (server: TestServer, submissionId: string, state: SubmissionState): Promise<void> =>
  vi.waitFor(async () => {
    const [row] = await rowsOf<{ state: string }>(server, 'SELECT state FROM submissions WHERE id = $1', submissionId);
    expect(row?.state).toBe(state);
  }, PATIENCE);

/** The newest round of a submission in its public form, once it is over. */
export async function roundOf(server: TestServer, submissionId: string): Promise<PublicRound> {
  const [row] = await rowsOf<{ id: string }>(
    server,
    'SELECT id FROM rounds WHERE submission_id = $1 ORDER BY started_at DESC LIMIT 1',
    submissionId,
  );
  return PublicRound.parse((await server.get(`/api/v1/public/rounds/${row?.id}`)).body);
}

/** The same in the owner's form, also while it runs. */
export async function ownRoundOf({ database, clock }: TestServer, submissionId: string): Promise<Round> {
  const sealed = await submissionStores(database.db).submissions.find(submissionId);
  const rounds = createRounds({ ...councilStores(database.db), clock });
  const reviews = await rounds.reviewsOf(sealed === undefined ? [] : [sealed]);
  return Round.parse(reviews.get(submissionId)?.round);
}

export type DrawnSeat = {
  id: string;
  validator_id: string;
  mode: 'HOSTED' | 'REMOTE';
  state: string;
  position: number;
};

/** The seats of the newest panel of a submission, once it is in this phase and state. */
export const panelIn = (server: TestServer, submissionId: string, phase: string, state: string): Promise<DrawnSeat[]> =>
  vi.waitFor(async () => {
    const [panel] = await rowsOf<{ id: string; phase: string; state: string }>(
      server,
      `SELECT p.id, p.phase, p.state FROM panels p JOIN rounds r ON r.id = p.round_id
       WHERE r.submission_id = $1 ORDER BY p.position DESC LIMIT 1`,
      submissionId,
    );
    expect(panel).toMatchObject({ phase, state });
    return rowsOf<DrawnSeat>(server, 'SELECT * FROM seats WHERE panel_id = $1 ORDER BY position', panel?.id);
  }, PATIENCE);
