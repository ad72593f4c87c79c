import { type Canary, COUNCIL, type SeatedPhase, toMarks, toSeatFee } from '@assay/economy/council';
import { Assignment, AssignmentBundle, listOf, RoundId, uuidV7Time, Validator } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FINDING,
  importCase,
  issueFeeIn,
  KNOWN_BAD,
  KNOWN_GOOD,
  never,
  newRoundId,
  roundWithLead,
  SAFE,
  seedFor,
  seedOfNone,
  settledRound,
  UNSAFE,
} from '../../testing/canaries.ts';
import { panelIn, rowsOf } from '../../testing/council.ts';
import { type RemoteValidator, startRemoteCouncil, type Vote } from '../../testing/remote-validator.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import { inspectionStore, verifyLedger } from '../ledger/index.ts';
import { priceOf } from '../payments/index.ts';
import { parseCanaryKey, toCanaryKey } from './canary-task.ts';

const START_MS = 60_000;
const ROUND_MS = 120_000;
const COMMIT_WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const REVEAL_WINDOW_MS = 5 * 60_000;
const SEAT_FEE = 7_200_000n;

let server: TestServer;
let remotes: ReadonlyMap<string, RemoteValidator>;
beforeAll(async () => {
  ({ server, remotes } = await startRemoteCouncil());
}, START_MS);
afterAll(() => server.close());

const newId = () => newRoundId(server);

/** Runs the job of a worker, twice and concurrently, as duplicate jobs can. */
const step = (key: string) => Promise.all([1, 2].map(() => server.app.validators.runCanary(key)));

/** Queues a canary and sends it. It is due a day later, so that the test server's own workers do not take it. */
async function send(key: string, seatFee = SEAT_FEE): Promise<void> {
  const dueAt = new Date(server.clock.now().getTime() + DAY_MS);
  await server.app.inTransaction((tx) => tx.canaryTasks.addAll([{ key, track: 'SKILL', seatFee, dueAt, attempts: 0 }]));
  await step(key);
}

type Out = { key: string; text: string; seats: { id: string; remote: RemoteValidator }[] };

/** Sends a canary and returns its remote seats. */
async function sendCanary(
  canary: Canary,
  beside: { roundId?: string; phase?: SeatedPhase; seatFee?: bigint } = {},
  extra: Readonly<Record<string, string>> = {},
): Promise<Out> {
  const { phase = 'PRIMARY', roundId = await settledRound(server) } = beside;
  const text = await importCase(server, canary, extra);
  const key = toCanaryKey({ roundId: RoundId.parse(roundId), phase, seed: seedFor(canary, phase) });
  await send(key, beside.seatFee);
  return { key, text, seats: await seatsOf(key) };
}

async function seatsOf(key: string): Promise<Out['seats']> {
  const rows = await rowsOf<{ id: string; validator_id: string }>(
    server,
    "SELECT s.id, s.validator_id FROM seats s JOIN canary_rounds r ON r.id = s.round_id WHERE r.key = $1 AND s.mode = 'REMOTE' ORDER BY s.id",
    key,
  );
  return rows.map(({ id, validator_id }) => ({ id, remote: remotes.get(validator_id) ?? never('It is remote.') }));
}

/** All seats commit and reveal. The first seat votes differently from the rest. */
async function voteAll({ key, seats }: Out, first: Vote, rest: Vote): Promise<void> {
  const votes = seats.map((seat, at) => ({ ...seat, vote: at === 0 ? first : rest }));
  for (const { id, remote, vote } of votes) expect(await remote.commit(id, vote)).toMatchObject({ status: 200 });
  await step(key);
  for (const { id, remote, vote } of votes) expect(await remote.reveal(id, vote)).toMatchObject({ status: 200 });
  await step(key);
}

const validatorOf = async ({ remote }: Out['seats'][number]): Promise<Validator> =>
  Validator.parse((await remote.get('/certsvc/v1/validator')).body);
const slashesOf = (id: string) =>
  rowsOf<{ code: string; bp: number; amount: string }>(
    server,
    'SELECT code, bp, amount::text FROM slashes WHERE ref_id = $1',
    id,
  );
const observationsOf = (id: string) =>
  rowsOf<{ kind: string }>(server, 'SELECT kind FROM observations WHERE ref_id = $1', id);
const paysOf = (id: string) =>
  rowsOf<{ kind: string; amount: string }>(
    server,
    'SELECT kind, amount::text FROM validator_pays WHERE seat_id = $1',
    id,
  );

describe('a canary that a validator reviews', () => {
  /** Removes the values that necessarily differ between two seats. */
  const common = ({ body }: Answer) => {
    const { id, roundId, validatorId, commitBy, ...rest } = Assignment.parse(body);
    return {
      ...rest,
      names: Object.keys(body as object),
      // Exact: a difference of a millisecond would tell a canary from a review.
      windowMs: Date.parse(commitBy) - uuidV7Time(id),
      ids: [id, roundId].map(versionOf),
      validatorId: typeof validatorId,
    };
  };
  const refusalOf = ({ status, body }: Answer) => {
    const { requestId: _, instance: __, ...rest } = body as Record<string, unknown>;
    return { status, ...rest };
  };
  /** Events of the seat; `is_told` is true if the event belongs to the seat's validator. */
  const eventsOf = (id: string) =>
    rowsOf<{ kind: string; data: object }>(
      server,
      `SELECT e.kind, e.subject_type, e.outcome, e.kind = 'council.assigned' AND e.occurred_at = s.commit_by - interval '900 s' AS is_at_draw, e.owner = 'actor:' || s.validator_id AS is_told, e.caused_by, e.data
       FROM events e JOIN seats s ON s.id::text = e.subject_id::text WHERE e.subject_id = $1 ORDER BY e.added`,
      id,
    ).then((rows) => rows.map(({ data, ...row }) => ({ ...row, members: Object.keys(data) })));

  it(
    'blocks deactivation while it is open, and accepts the answer of a validator that was suspended meanwhile',
    async () => {
      const out = await sendCanary(KNOWN_GOOD);
      const [{ id, remote } = never('Somebody remote sits.')] = out.seats;
      const setState = (state: string) =>
        server.database.pool.query('UPDATE validators SET state = $2 WHERE id = $1', [remote.id, state]);

      expect(await remote.post('/certsvc/v1/deactivate', {})).toMatchObject({
        status: 409,
        body: { code: 'assignments_open' },
      });
      await setState('SUSPENDED');
      await voteAll(out, SAFE, SAFE);
      await setState('ACTIVE');

      expect(await observationsOf(id)).toEqual([{ kind: 'CANARY_PASSED' }]);
    },
    ROUND_MS,
  );

  it(
    'has the same members, values, errors and events as a review of the same bytes',
    async () => {
      const { text, seats } = await sendCanary(KNOWN_BAD);
      const [canary = never('Somebody remote sits.')] = seats;
      const before = await canary.remote.read(canary.id);
      const files = { 'SKILL.md': text };
      const submissionId = await submitSkill(server, {
        files,
        alongside: (tx, id) => issueFeeIn(tx, id, server.clock),
      });
      const panel = await panelIn(server, submissionId, 'PRIMARY', 'COMMITTING');
      const [real = never('Somebody remote sits.')] = panel.flatMap(({ id, validator_id }) => {
        const remote = remotes.get(validator_id);
        return remote === undefined ? [] : [{ id, remote }];
      });
      const both = <T>(ask: (seat: typeof real) => Promise<T>) => Promise.all([ask(canary), ask(real)]);
      const same = ([one, other]: readonly unknown[]) => expect(one).toEqual(other);

      expect(common(before)).toMatchObject({
        kind: 'REVIEW',
        phase: 'PRIMARY',
        state: 'ASSIGNED',
        fee: SEAT_FEE,
        revealFrom: null,
        revealBy: null,
        ids: ['7', '7'],
        // The review declares nothing, so it shows what the engine observed.
        manifest: { capabilities: ['net.http'] },
        windowMs: 900_000,
      });
      same(await both(async ({ id, remote }) => common(await remote.read(id))));
      same(
        await both(async ({ id, remote }) =>
          AssignmentBundle.parse((await remote.get(`/certsvc/v1/assignments/${id}/bundle`)).body),
        ),
      );
      same(
        await both(async ({ id, remote }) => {
          const { items } = listOf(Assignment).parse((await remote.get('/certsvc/v1/assignments?limit=100')).body);
          return items.filter((item) => item.id === id).length;
        }),
      );
      same(await both(async ({ id, remote }) => refusalOf(await remote.reveal(id, SAFE))));
      same(await both(async ({ id, remote }) => common(await remote.commit(id, SAFE))));
      same(await both(async ({ id, remote }) => common(await remote.commit(id, SAFE))));
      same(await both(async ({ id, remote }) => common(await remote.read(id))));
      const early = await both(async ({ id, remote }) => refusalOf(await remote.reveal(id, SAFE)));
      same(early);
      expect(early[0]).toMatchObject({
        status: 409,
        code: 'assignment_wrong_state',
        detail: expect.stringContaining('COMMITTED'),
      });
      same(await both(async ({ id, remote }) => refusalOf(await remote.commit(id, UNSAFE))));
      same(await both(({ id }) => eventsOf(id)));
      expect(await eventsOf(canary.id)).toMatchObject([
        { kind: 'council.assigned', is_told: true, is_at_draw: true },
        { kind: 'council.committed', is_told: true },
      ]);
      same(
        await both(async ({ id, remote }) => {
          const { roundId } = Assignment.parse((await remote.read(id)).body);
          return refusalOf(await server.get(`/api/v1/public/rounds/${roundId}`));
        }),
      );
      same(
        await both(async ({ id }) => {
          const [thirdParty = never('Others are there.')] = [...remotes.values()].filter(
            (one) => one.id !== canary.remote.id && one.id !== real.remote.id,
          );
          return refusalOf(await thirdParty.read(id));
        }),
      );
    },
    ROUND_MS,
  );

  it(
    'has a round whose lead over its seats equals that of another round, not that of the round beside it',
    async () => {
      const [beside, other] = [await roundWithLead(server, 7_777_000), await roundWithLead(server, 3_333_000)];
      const { seats } = await sendCanary(KNOWN_GOOD, { roundId: beside, phase: 'APPEAL' });
      const [{ id, remote } = never('Somebody remote sits.')] = seats;
      const others = await rowsOf<{ id: string; lead: number }>(
        server,
        `SELECT r.id, (extract(epoch FROM p.drawn_at - r.started_at) * 1000)::int AS lead
         FROM rounds r JOIN panels p ON p.round_id = r.id WHERE p.phase = 'APPEAL' AND r.id <> $1`,
        beside,
      );

      const { roundId } = Assignment.parse((await remote.read(id)).body);

      const ownLead = uuidV7Time(id) - uuidV7Time(roundId);
      expect(others.map((round) => round.id)).toContain(other);
      expect(others.some(({ lead }) => lead <= ownLead && ownLead < lead + 1_000)).toBe(true);
      expect(Math.abs(ownLead - 7_777_000)).toBeGreaterThan(1_000);
    },
    ROUND_MS,
  );

  it(
    'shows the fee for its own files, regardless of the fee of the round beside it',
    async () => {
      const extra = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`part-${at}.md`, `Part ${at}.`]));
      const { seats } = await sendCanary(KNOWN_GOOD, {}, extra);
      const [{ id, remote } = never('Somebody remote sits.')] = seats;

      const { fee } = Assignment.parse((await remote.read(id)).body);

      const { total } = priceOf('SKILL', { files: 61, kibibytes_256: 1 });
      expect(fee).toBe(toSeatFee(toMarks(total)));
      expect(fee).toBeGreaterThan(SEAT_FEE);
    },
    ROUND_MS,
  );

  it(
    'rejects a finding outside the bundle, a reveal that differs from the commitment, and a commit after the window closed',
    async () => {
      const { key, seats } = await sendCanary(KNOWN_BAD, { phase: 'SECOND' });
      const [one = never('Three sit.'), late = never('Three sit.'), ...others] = seats;
      const invented: Vote = { verdict: 'UNSAFE', findings: [{ ...FINDING, snippet: 'nobody wrote this' }] };
      expect((await one.remote.read(one.id)).body).toMatchObject({ phase: 'SECOND' });
      await server.database.pool.query('UPDATE seats SET commit_by = $2 WHERE id = $1', [late.id, server.clock.now()]);
      expect(await late.remote.commit(late.id, SAFE)).toMatchObject({ status: 410, body: { code: 'window_closed' } });
      for (const { id, remote } of [one, ...others]) await remote.commit(id, invented);
      await step(key);

      expect(await one.remote.reveal(one.id, UNSAFE)).toMatchObject({ body: { code: 'commitment_mismatch' } });
      expect(await one.remote.reveal(one.id, invented)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer: '/findings/0' }] },
      });
      server.clock.advance(REVEAL_WINDOW_MS + 1);
      await step(key);
      expect(await one.remote.reveal(one.id, invented)).toMatchObject({
        status: 409,
        body: { code: 'assignment_wrong_state', detail: expect.stringContaining('MISSED') },
      });
      expect(await slashesOf(one.id)).toMatchObject([{ code: 'NOT_REVEALED', bp: 100 }]);
      expect(await observationsOf(one.id)).toEqual([]);
    },
    ROUND_MS,
  );

  it(
    'uses a case that its validator has not seen',
    async () => {
      const { key, seats } = await sendCanary(KNOWN_GOOD);
      const again = toCanaryKey({ ...parseCanaryKey(key), roundId: newId() });

      await send(again);

      const seated = new Set(seats.map(({ remote }) => remote.id));
      const others = await seatsOf(again);
      expect(others).not.toEqual([]);
      expect(others.filter(({ remote }) => seated.has(remote.id))).toEqual([]);
    },
    ROUND_MS,
  );

  it(
    'goes only to hosted seats once its case was judged, so that no other validator can have disclosed it',
    async () => {
      const out = await sendCanary(KNOWN_GOOD);
      await voteAll(out, SAFE, SAFE);
      const again = toCanaryKey({ ...parseCanaryKey(out.key), roundId: newId() });

      await send(again);

      expect(await judgedIn(again)).toBe(true);
      expect(await seatsOf(again)).toEqual([]);
    },
    ROUND_MS,
  );
});

describe('a judged canary', () => {
  it(
    'has one effect regardless of how often its job runs, and leaves the books balanced',
    async () => {
      const out = await sendCanary(KNOWN_BAD);
      await voteAll(out, SAFE, UNSAFE);
      const effects = () =>
        rowsOf<{ seats: number }>(
          server,
          `SELECT (SELECT count(*) FROM canary_rounds WHERE key = r.key)::int AS rounds,
             (SELECT count(*) FROM seats WHERE round_id = r.id)::int AS seats,
             (SELECT count(*) FROM judgements WHERE round_id = r.id)::int AS judgements,
             (SELECT count(*) FROM validator_pays WHERE round_id = r.id)::int AS pays,
             (SELECT count(*) FROM events e JOIN seats s ON s.id::text = e.subject_id WHERE s.round_id = r.id)::int AS events,
             (SELECT count(*) FROM ledger_journals j WHERE j.ref_id = r.id::text)::int AS journals
           FROM canary_rounds r WHERE r.key = $1`,
          out.key,
        );
      const once = await effects();

      await step(out.key);
      await step(out.key);

      // Every seat is judged, and every seat except the one that missed it is paid.
      const sat = COUNCIL.panels.PRIMARY.seats;
      expect(once).toEqual([
        { rounds: 1, seats: sat, judgements: sat, pays: sat - 1, events: 2 * out.seats.length, journals: 1 },
      ]);
      expect(await effects()).toEqual(once);
      expect(await verifyLedger(inspectionStore(server.database.db))).toMatchObject({ isIntact: true });
    },
    ROUND_MS,
  );

  it(
    'is judged by its case even if its key would send no canary today',
    async () => {
      const out = await sendCanary(KNOWN_BAD);
      const [missing = never('Three sit.'), catching = never('Three sit.')] = out.seats;
      const key = toCanaryKey({ ...parseCanaryKey(out.key), seed: seedOfNone() });
      await server.database.pool.query('UPDATE canary_rounds SET key = $2 WHERE key = $1', [out.key, key]);

      await voteAll({ ...out, key }, SAFE, UNSAFE);

      expect(await judgedIn(key)).toBe(true);
      expect(await observationsOf(missing.id)).toEqual([{ kind: 'CANARY_MISSED' }]);
      expect(await observationsOf(catching.id)).toEqual([{ kind: 'CANARY_CAUGHT' }]);
    },
    ROUND_MS,
  );

  it(
    'slashes 5 % of the stake for a missed plain known-bad case, records it, and pays the seats that caught it',
    async () => {
      const out = await sendCanary(KNOWN_BAD);
      const [missing = never('Three sit.'), catching = never('Three sit.')] = out.seats;
      const { stake } = await validatorOf(missing);

      await voteAll(out, SAFE, UNSAFE);

      expect(await slashesOf(missing.id)).toEqual([
        { code: 'CANARY_MISSED', bp: 500, amount: ((stake * 500n) / 10_000n).toString() },
      ]);
      expect((await validatorOf(missing)).slashes.map(({ reason }) => reason)).toContain('CANARY_MISSED');
      expect(await observationsOf(missing.id)).toEqual([{ kind: 'CANARY_MISSED' }]);
      expect(await observationsOf(catching.id)).toEqual([{ kind: 'CANARY_CAUGHT' }]);
      expect(await paysOf(missing.id)).toEqual([]);
      expect(await paysOf(catching.id)).toMatchObject([{ kind: 'CANARY' }]);
      expect(await paidIn(out.key)).toMatchObject([{ paid: expect.stringMatching(/^[1-9]/), isFromPot: true }]);
    },
    ROUND_MS,
  );

  it(
    'slashes 4 % for a false alarm, and pays a seat fee for passing a known-good case',
    async () => {
      for (let round = 0; round < 5; round++) await settledRound(server); // so that the pot can pay in full
      const out = await sendCanary(KNOWN_GOOD);
      const [alarming = never('Three sit.'), passing = never('Three sit.')] = out.seats;
      const { stake } = await validatorOf(alarming);

      await voteAll(out, UNSAFE, SAFE);

      expect(await slashesOf(alarming.id)).toEqual([
        { code: 'FALSE_ALARM', bp: 400, amount: ((stake * 400n) / 10_000n).toString() },
      ]);
      expect(await observationsOf(alarming.id)).toEqual([{ kind: 'FALSE_ALARM' }]);
      expect(await paysOf(passing.id)).toEqual([{ kind: 'CANARY', amount: SEAT_FEE.toString() }]);
    },
    ROUND_MS,
  );

  it(
    'pays the base price if the round beside it was unpaid',
    async () => {
      for (let round = 0; round < 5; round++) await settledRound(server); // so that the pot can pay in full
      const out = await sendCanary(KNOWN_GOOD, { roundId: newId(), seatFee: 0n });
      const [, passing = never('Three sit.')] = out.seats;

      await voteAll(out, SAFE, SAFE);

      expect(await paysOf(passing.id)).toEqual([{ kind: 'CANARY', amount: SEAT_FEE.toString() }]);
    },
    ROUND_MS,
  );

  it(
    'slashes 1 % for silence in either window, and records no observation of review quality',
    async () => {
      const { key, seats } = await sendCanary(KNOWN_BAD);
      const [silent = never('Three sit.'), hiding = never('Three sit.'), ...others] = seats;
      for (const { id, remote } of [hiding, ...others]) await remote.commit(id, UNSAFE);
      server.clock.advance(COMMIT_WINDOW_MS + 1);
      await step(key);

      expect(await silent.remote.read(silent.id)).toMatchObject({ body: { state: 'REPLACED' } });
      expect(await silent.remote.commit(silent.id, SAFE)).toMatchObject({ status: 409 });
      expect(await slashesOf(silent.id)).toMatchObject([{ code: 'NOT_REVEALED', bp: 100 }]);
      for (const { id, remote } of others) expect(await remote.reveal(id, UNSAFE)).toMatchObject({ status: 200 });
      server.clock.advance(REVEAL_WINDOW_MS + 1);
      await step(key);

      expect(await hiding.remote.read(hiding.id)).toMatchObject({ body: { state: 'MISSED' } });
      expect(await slashesOf(hiding.id)).toMatchObject([{ code: 'NOT_REVEALED', bp: 100 }]);
      expect([...(await observationsOf(silent.id)), ...(await observationsOf(hiding.id))]).toEqual([]);
      const [counted] = await rowsOf(
        server,
        `SELECT count(*) FILTER (WHERE verdict IS NULL)::int AS silent FROM judgements j JOIN canary_rounds r ON r.id = j.round_id WHERE r.key = $1`,
        key,
      );
      expect(counted).toEqual({ silent: 2 });
    },
    ROUND_MS,
  );

  it(
    'advances automatically when its windows are over',
    async () => {
      const { key, seats } = await sendCanary(KNOWN_GOOD);
      server.clock.advance(COMMIT_WINDOW_MS + 1);

      await expect.poll(() => judgedIn(key), { timeout: 30_000 }).toBe(true);

      for (const { id } of seats) expect(await slashesOf(id)).toMatchObject([{ code: 'NOT_REVEALED' }]);
    },
    ROUND_MS,
  );
});

async function judgedIn(key: string): Promise<boolean> {
  const [row] = await rowsOf<{ judged: boolean }>(
    server,
    'SELECT judged_at IS NOT NULL AS judged FROM canary_rounds WHERE key = $1',
    key,
  );
  return row?.judged === true;
}

/** The amount paid to the seats of a canary, and whether all of it came from the canary pot. */
const paidIn = (key: string) =>
  rowsOf<{ paid: string; isFromPot: boolean }>(
    server,
    `SELECT sum(p.amount)::text AS paid, sum(p.amount) = (
       SELECT -sum(t.amount) FROM ledger_journals j JOIN ledger_postings t ON t.journal_id = j.id
       JOIN ledger_accounts a ON a.id = t.account_id
       WHERE j.ref_id = r.id::text AND a.owner_kind = 'council' AND a.owner_id = 'canaries') AS "isFromPot"
     FROM canary_rounds r JOIN validator_pays p ON p.round_id = r.id WHERE r.key = $1 GROUP BY r.id`,
    key,
  );

const versionOf = (id: string): string => id.slice(14, 15);
