import {
  Assignment,
  AssignmentBundle,
  listOf,
  QueueItem,
  type ReportedFinding,
  RuleId,
  VerifyRecord,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrawnSeat, ownRoundOf, panelIn, reached, rowsOf } from '../../testing/council.ts';
import { type RemoteValidator, startRemoteCouncil, type Vote } from '../../testing/remote-validator.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { OPERATOR, type TestServer } from '../../testing/test-server.ts';

const START_MS = 60_000;
const ROUND_MS = 120_000;
const DOWNLOAD_WINDOW_MS = 60_000;
const COMMIT_WINDOW_MS = 15 * 60_000;
const REVEAL_WINDOW_MS = 5 * 60_000;

let server: TestServer;
let remotes: ReadonlyMap<string, RemoteValidator>;
beforeAll(async () => {
  ({ server, remotes } = await startRemoteCouncil());
}, START_MS);
afterAll(() => server.close());

const FINDING: ReportedFinding = {
  ruleId: RuleId.parse('mine/odd-order'),
  title: 'An odd order',
  category: 'MINE',
  severity: 'HIGH',
  confidence: 'HIGH',
  path: 'SKILL.md',
  startLine: 1,
  endLine: 1,
  snippet: '---',
  message: 'This is odd.',
  remediation: null,
  reproduced: false,
};
const SAFE: Vote = { verdict: 'SAFE' };
const UNSAFE: Vote = { verdict: 'UNSAFE', findings: [FINDING] };

const remoteSeats = (seats: readonly DrawnSeat[]) =>
  seats.flatMap((seat) => {
    const remote = remotes.get(seat.validator_id);
    return remote === undefined ? [] : [{ seat, remote }];
  });

/** All remote seats of a panel vote, and `unsafe` of them vote UNSAFE. */
async function vote(submissionId: string, phase: string, unsafe: number, minority = UNSAFE): Promise<void> {
  const seats = remoteSeats(await panelIn(server, submissionId, phase, 'COMMITTING'));
  const votes = seats.map(({ seat, remote }, at) => ({ seat, remote, vote: at < unsafe ? minority : SAFE }));
  for (const { seat, remote, vote } of votes) expect(await remote.commit(seat.id, vote)).toMatchObject({ status: 200 });
  await panelIn(server, submissionId, phase, 'REVEALING');
  for (const { seat, remote, vote } of votes) expect(await remote.reveal(seat.id, vote)).toMatchObject({ status: 200 });
}

describe('a council that disagrees', () => {
  it(
    'escalates to a second panel, then eleven seats, then a person, whose written decision ends it',
    async () => {
      const id = await submitSkill(server);
      await vote(id, 'PRIMARY', 1);
      await vote(id, 'SECOND', 2);
      await vote(id, 'APPEAL', 4);
      await reached(server, id, 'ESCALATED');

      const round = await ownRoundOf(server, id);
      expect(round.panels.map(({ phase, seats, tally }) => ({ phase, seats, tally }))).toEqual([
        { phase: 'PRIMARY', seats: 5, tally: { safe: 4, unsafe: 1, missed: 0 } },
        { phase: 'SECOND', seats: 5, tally: { safe: 3, unsafe: 2, missed: 0 } },
        { phase: 'APPEAL', seats: 11, tally: { safe: 7, unsafe: 4, missed: 0 } },
        { phase: 'HUMAN', seats: 0, tally: { safe: 0, unsafe: 0, missed: 0 } },
      ]);
      const readPublic = () => server.get(`/api/v1/public/rounds/${round.id}`);
      expect(await readPublic()).toMatchObject({ status: 404, body: { code: 'round_not_found' } });
      const queue = await server.get('/api/v1/operator/queue?kind=ROUND', OPERATOR);
      const [item] = listOf(QueueItem)
        .parse(queue.body)
        .items.filter(({ ref }) => ref.id === round.id);
      const decision = { decision: 'SAFE', reason: 'The reported order is a front matter fence.' };
      await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, decision);
      await reached(server, id, 'CERTIFIED');
      const [kept] = await rowsOf(server, 'SELECT decision, reason FROM rounds WHERE id = $1', round.id);
      expect(kept).toEqual({ decision: 'SAFE', reason: decision.reason });
      expect(await readPublic()).toMatchObject({ status: 200, body: { decision: 'SAFE' } });
    },
    ROUND_MS,
  );

  it(
    'is resolved by an agreeing second panel, and publishes no votes of the first one before',
    async () => {
      const id = await submitSkill(server);
      await vote(id, 'PRIMARY', 1);
      await panelIn(server, id, 'SECOND', 'COMMITTING');
      const { id: roundId } = await ownRoundOf(server, id);
      const told = () =>
        rowsOf<{ kind: string }>(server, 'SELECT kind FROM events WHERE subject_id = $1 ORDER BY added', roundId).then(
          (rows) => rows.map(({ kind }) => kind),
        );
      expect(await told()).toEqual([]);
      await vote(id, 'SECOND', 0);
      await reached(server, id, 'CERTIFIED');
      await expect.poll(told, { timeout: 30_000 }).toContain('council.settled');

      expect(await told()).toEqual([...Array.from({ length: 10 }, () => 'council.revealed'), 'council.settled']);

      expect((await ownRoundOf(server, id)).panels.map(({ phase }) => phase)).toEqual(['PRIMARY', 'SECOND']);
    },
    ROUND_MS,
  );
});

describe('a finding in the minority', () => {
  it(
    'calls a second panel if it is critical, and stays a warning of the certificate',
    async () => {
      const id = await submitSkill(server);
      const critical: ReportedFinding = { ...FINDING, severity: 'CRITICAL', message: 'Reads what it must not.' };
      await vote(id, 'PRIMARY', 1, { verdict: 'SAFE', findings: [critical] });
      await vote(id, 'SECOND', 1);
      await reached(server, id, 'CERTIFIED');

      const [row] = await rowsOf<{ id: string }>(server, 'SELECT id FROM certificates WHERE submission_id = $1', id);
      const { body } = await server.get(`/api/v1/public/certificates/${row?.id}/verify`);
      const { valid, securityLevel, retainedWarnings } = VerifyRecord.parse(body);

      expect({ valid, securityLevel }).toEqual({ valid: true, securityLevel: 'HIGH' });
      expect(
        retainedWarnings.map(({ severity, path, startLine, message }) => [severity, path, startLine, message]),
      ).toEqual([
        ['CRITICAL', 'SKILL.md', 1, 'Reads what it must not.'],
        ['LOW', null, null, expect.stringContaining('Neither a model nor a person has read')],
      ]);
      expect((await ownRoundOf(server, id)).panels.map(({ phase }) => phase)).toEqual(['PRIMARY', 'SECOND']);
    },
    ROUND_MS,
  );
});

describe('an assignment', () => {
  it(
    'shows the task and the files, and neither name nor owner',
    async () => {
      const name = 'a-name-that-must-not-show';
      const id = await submitSkill(server, { name, files: { 'SKILL.md': '# Notes\n\nList the decisions.\n' } });
      const [{ seat, remote } = never()] = remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'));

      const { body, text } = await remote.read(seat.id);
      expect(Assignment.parse(body)).toMatchObject({
        phase: 'PRIMARY',
        state: 'ASSIGNED',
        entry: 'SKILL.md',
        vote: null,
        outcome: null,
      });
      expect(text).not.toContain(name);
      const mine = await remote.get('/certsvc/v1/assignments');
      expect(
        listOf(Assignment)
          .parse(mine.body)
          .items.map((one) => one.id),
      ).toContain(seat.id);
      const bundle = AssignmentBundle.parse((await remote.get(`/certsvc/v1/assignments/${seat.id}/bundle`)).body);
      expect(Buffer.from(bundle.files[0]?.contentBase64 ?? '', 'base64').toString()).toContain('List the decisions.');
      await vote(id, 'PRIMARY', 0);
      await reached(server, id, 'CERTIFIED');
      const past = { id: seat.id, state: 'REVEALED', vote: { verdict: 'SAFE', severity: 'HIGH' }, outcome: 'SAFE' };
      expect(Assignment.parse((await remote.read(seat.id)).body)).toMatchObject(past);
      const listed = await remote.get('/certsvc/v1/assignments?state=REVEALED');
      expect(listOf(Assignment).parse(listed.body).items).toContainEqual(expect.objectContaining({ id: seat.id }));
      expect(await remote.get(`/certsvc/v1/assignments/${seat.id}/bundle`)).toMatchObject({
        status: 410,
        body: { code: 'window_closed' },
      });
    },
    ROUND_MS,
  );

  it(
    'is not found for other validators, and accepts no second answer',
    async () => {
      const id = await submitSkill(server);
      const [first = never(), second = never()] = remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'));
      const { seat, remote } = first;

      for (const answer of [await second.remote.read(seat.id), await second.remote.commit(seat.id, SAFE)]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'assignment_not_found' } });
      }
      expect(await remote.commit(seat.id, SAFE)).toMatchObject({ status: 200, body: { state: 'COMMITTED' } });
      expect(await remote.commit(seat.id, SAFE)).toMatchObject({ status: 200 });
      expect(await remote.commit(seat.id, UNSAFE)).toMatchObject({
        status: 409,
        body: { code: 'assignment_wrong_state' },
      });
      expect(await remote.reveal(seat.id, SAFE)).toMatchObject({
        status: 409,
        body: { code: 'assignment_wrong_state' },
      });
      expect(await ownRoundOf(server, id)).toMatchObject({ panels: [{ verdicts: [] }] });
      await vote(id, 'PRIMARY', 0);
      await reached(server, id, 'CERTIFIED');
    },
    ROUND_MS,
  );

  it(
    'accepts only the committed reveal, with places and quotations that exist',
    async () => {
      const id = await submitSkill(server);
      const seats = remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'));
      const [{ seat, remote } = never(), ...others] = seats;
      const invented: Vote = { verdict: 'UNSAFE', findings: [{ ...FINDING, snippet: 'nobody wrote this' }] };
      await remote.commit(seat.id, invented);
      for (const other of others) await other.remote.commit(other.seat.id, SAFE);
      await panelIn(server, id, 'PRIMARY', 'REVEALING');

      expect(await remote.reveal(seat.id, UNSAFE)).toMatchObject({
        status: 422,
        body: { code: 'commitment_mismatch' },
      });
      expect(await remote.reveal(seat.id, invented)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer: '/findings/0' }] },
      });
      expect(await remote.reveal(seat.id, { verdict: 'UNSAFE' })).toMatchObject({ status: 422 });
      const many = Array.from({ length: 51 }, () => FINDING);
      expect(await remote.reveal(seat.id, { verdict: 'UNSAFE', findings: many })).toMatchObject({ status: 422 });
      const huge = [{ ...FINDING, message: 'x'.repeat(10 * 1024 * 1024) }];
      expect(await remote.reveal(seat.id, { verdict: 'UNSAFE', findings: huge })).toMatchObject({ status: 413 });

      for (const other of others) await other.remote.reveal(other.seat.id, SAFE);
      server.clock.advance(REVEAL_WINDOW_MS + 1);
      const second = await panelIn(server, id, 'SECOND', 'COMMITTING'); // Four of five votes are not unanimous.
      expect((await ownRoundOf(server, id)).panels[0]?.tally).toEqual({ safe: 4, unsafe: 0, missed: 1 });
      expect(await remote.reveal(seat.id, invented)).toMatchObject({ status: 409 });
      for (const { seat, remote } of remoteSeats(second)) await remote.commit(seat.id, SAFE);
      await panelIn(server, id, 'SECOND', 'REVEALING');
      for (const { seat, remote } of remoteSeats(second)) await remote.reveal(seat.id, SAFE);
      await reached(server, id, 'CERTIFIED');
    },
    ROUND_MS,
  );

  it(
    'is slashed for silence before the decision, so that later steps do not wait for the ledger lock',
    async () => {
      const id = await submitSkill(server);
      const [{ seat } = never(), ...others] = remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'));
      for (const other of remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'))) {
        await other.remote.commit(other.seat.id, SAFE);
      }
      await panelIn(server, id, 'PRIMARY', 'REVEALING');
      for (const other of others) await other.remote.reveal(other.seat.id, SAFE);
      server.clock.advance(REVEAL_WINDOW_MS + 1);
      await panelIn(server, id, 'SECOND', 'COMMITTING');

      const [told] = await rowsOf<{ slashed: string; drawn: string }>(
        server,
        `SELECT s.xmin::text AS slashed, p.xmin::text AS drawn FROM slashes s, panels p JOIN rounds r ON r.id = p.round_id
         WHERE s.ref_id = $1 AND r.submission_id = $2 AND p.phase = 'SECOND'`,
        seat.id,
        id,
      );
      expect(told).toBeDefined();
      expect(told?.slashed).not.toBe(told?.drawn);
    },
    ROUND_MS,
  );

  it(
    'goes to a hosted substitute a minute after the draw if it was not downloaded; a downloaded one keeps its window',
    async () => {
      const id = await submitSkill(server);
      const [first = never(), silent = never(), ...others] = remoteSeats(
        await panelIn(server, id, 'PRIMARY', 'COMMITTING'),
      );
      for (const other of others) await other.remote.commit(other.seat.id, SAFE);
      expect((await first.remote.get(`/certsvc/v1/assignments/${first.seat.id}/bundle`)).status).toBe(200);
      server.clock.advance(DOWNLOAD_WINDOW_MS + 1);

      const stateOf = async ({ seat, remote }: typeof silent) => (await remote.read(seat.id)).body as { state: string };
      await expect.poll(async () => (await stateOf(silent)).state, { timeout: 30_000 }).toMatch(/REPLACED|MISSED/);
      expect((await first.remote.read(first.seat.id)).body).toMatchObject({ state: 'ASSIGNED' });
      expect((await first.remote.commit(first.seat.id, SAFE)).status).toBe(200);
      await panelIn(server, id, 'PRIMARY', 'REVEALING');
    },
    ROUND_MS,
  );

  it(
    'goes to a hosted substitute when its commit window passes, and the silent seat is slashed',
    async () => {
      const id = await submitSkill(server);
      const seats = remoteSeats(await panelIn(server, id, 'PRIMARY', 'COMMITTING'));
      const [{ seat, remote } = never(), ...others] = seats;
      for (const other of others) await other.remote.commit(other.seat.id, SAFE);
      server.clock.advance(COMMIT_WINDOW_MS + 1);

      await panelIn(server, id, 'PRIMARY', 'REVEALING');
      expect(await remote.commit(seat.id, SAFE)).toMatchObject({ status: 409 });
      const [silent] = await rowsOf<{ state: string }>(server, 'SELECT state FROM seats WHERE id = $1', seat.id);
      expect(silent?.state).toMatch(/REPLACED|MISSED/);
      const slashed = await rowsOf(server, 'SELECT code FROM slashes WHERE ref_id = $1', seat.id);
      expect(slashed).toEqual([{ code: 'NOT_REVEALED' }]);
    },
    ROUND_MS,
  );
});

function never(): never {
  throw new Error('No remote seat was drawn.');
}
