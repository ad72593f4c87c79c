import { type Canary, COUNCIL } from '@assay/economy/council';
import { Assignment, AssignmentBundle, RoundId, type Track, Validator } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FINDING, issueFeeIn, KNOWN_BAD, KNOWN_GOOD, never, newRoundId, seedFor } from '../../testing/canaries.ts';
import { panelIn, rowsOf } from '../../testing/council.ts';
import { type RemoteValidator, startRemoteCouncil, type Vote } from '../../testing/remote-validator.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import { toCanaryKey } from './canary-task.ts';

const START_MS = 120_000;
const ROUND_MS = 240_000;
const DAY_MS = 24 * 60 * 60_000;
const SEAT_FEE = 7_200_000n;
const TRACKS = ['API', 'TOOL', 'CONTRACT'] as const satisfies Track[];
const SAFE: Vote = { verdict: 'SAFE' };

let server: TestServer;
let remotes: ReadonlyMap<string, RemoteValidator>;
beforeAll(async () => {
  ({ server, remotes } = await startRemoteCouncil({ tracks: TRACKS, builtIn: 'sandbox' }));
}, START_MS);
afterAll(() => server.close());

type Seat = { readonly id: string; readonly remote: RemoteValidator };

/** Runs the job of a worker, twice and concurrently, as duplicate jobs can. */
const step = (key: string) => Promise.all([1, 2].map(() => server.app.validators.runCanary(key)));

/** Sends a canary beside a panel of this track. No case is imported. */
async function sendCanary(track: Track, canary: Canary): Promise<{ key: string; seats: readonly Seat[] }> {
  const key = toCanaryKey({
    roundId: RoundId.parse(newRoundId(server)),
    phase: 'PRIMARY',
    seed: seedFor(canary, 'PRIMARY'),
  });
  const dueAt = new Date(server.clock.now().getTime() + DAY_MS);
  await server.app.inTransaction((tx) =>
    tx.canaryTasks.addAll([{ key, track, seatFee: SEAT_FEE, dueAt, attempts: 0 }]),
  );
  await step(key);
  const rows = await rowsOf<{ id: string; validator_id: string }>(
    server,
    `SELECT s.id, s.validator_id FROM seats s JOIN canary_rounds r ON r.id = s.round_id
     WHERE r.key = $1 AND s.mode = 'REMOTE' ORDER BY s.id`,
    key,
  );
  return {
    key,
    seats: rows.map(({ id, validator_id }) => ({ id, remote: remotes.get(validator_id) ?? never('It is remote.') })),
  };
}

const casesOf = (key: string) =>
  rowsOf<{ track: string; use: string; origin: string; expected: string; kind: string }>(
    server,
    `SELECT c.track, c.use, c.origin, c.expected, c.kind FROM canary_rounds r JOIN canary_cases c ON c.id = r.case_id WHERE r.key = $1`,
    key,
  );
const observationsOf = (id: string) =>
  rowsOf<{ kind: string; track: string }>(server, 'SELECT kind, track FROM observations WHERE ref_id = $1', id);
const recordOf = async ({ remote }: Seat, track: Track) => {
  const { newest } = COUNCIL.record;
  const answers = await server.app.inTransaction((tx) =>
    tx.knownAnswers.newestOnCanaries([remote.id], track, newest * 2),
  );
  return answers.get(remote.id) ?? [];
};
const reputationOf = async ({ remote }: Seat, track: Track) => {
  const { reputation } = Validator.parse((await remote.get('/certsvc/v1/validator')).body);
  return reputation.find((one) => one.track === track);
};
const bundleOf = async ({ id, remote }: Seat) =>
  AssignmentBundle.parse((await remote.get(`/certsvc/v1/assignments/${id}/bundle`)).body);

/** Each seat commits and reveals. The first votes differently from the rest. */
async function voteAll(key: string, seats: readonly Seat[], first: Vote, rest: Vote): Promise<void> {
  const votes = seats.map((seat, at) => ({ ...seat, vote: at === 0 ? first : rest }));
  for (const { id, remote, vote } of votes) expect(await remote.commit(id, vote)).toMatchObject({ status: 200 });
  await step(key);
  for (const { id, remote, vote } of votes) expect(await remote.reveal(id, vote)).toMatchObject({ status: 200 });
  await step(key);
}

describe.each(TRACKS)('a generated canary of the track %s', (track) => {
  // Runs first: a validator that misses a canary loses its record and therefore the seats that the draw gives its family.
  it(
    'looks like a review of the same files to its seat',
    async () => {
      /** Removes the values that necessarily differ between two seats. */
      const common = ({ body }: Answer) => {
        const { id: _id, roundId: _round, validatorId: _validator, commitBy: _by, ...rest } = Assignment.parse(body);
        return { ...rest, names: Object.keys(body as object) };
      };
      const { seats } = await sendCanary(track, KNOWN_GOOD);
      const [canary = never('Three sit.')] = seats;
      const shown = common(await canary.remote.read(canary.id));
      const { files } = await bundleOf(canary);
      const submissionId = await submitSkill(server, {
        files: Object.fromEntries(
          files.map(({ path, contentBase64 }) => [path, Buffer.from(contentBase64, 'base64').toString()]),
        ),
        productType: track,
        entry: shown.entry,
        manifest: shown.manifest,
        alongside: (tx, id) => issueFeeIn(tx, id, server.clock),
      });
      const panel = await panelIn(server, submissionId, 'PRIMARY', 'COMMITTING');
      const [real = never('A remote validator sits.')] = panel.flatMap(({ id, validator_id }) => {
        const remote = remotes.get(validator_id);
        return remote === undefined ? [] : [{ id, remote }];
      });

      const { fee: _fee, ...other } = common(await real.remote.read(real.id));

      expect(shown).toMatchObject({ kind: 'REVIEW', phase: 'PRIMARY', productType: track, state: 'ASSIGNED' });
      expect(shown).toMatchObject(other);
      expect(await bundleOf(real)).toEqual({ ...(await bundleOf(canary)) });
    },
    ROUND_MS,
  );

  it(
    'that is harmful slashes a remote seat that misses it, and gives no record to one that catches it',
    async () => {
      const { key, seats } = await sendCanary(track, KNOWN_BAD);
      const [missing = never('Three sit.'), catching = never('Three sit.')] = seats;
      const before = [await recordOf(missing, track), await recordOf(catching, track)];
      const { entry } = Assignment.parse((await missing.remote.read(missing.id)).body);
      const unsafe: Vote = { verdict: 'UNSAFE', findings: [{ ...FINDING, path: entry, snippet: null }] };

      await voteAll(key, seats, SAFE, unsafe);

      expect(await casesOf(key)).toEqual([
        { track, use: 'canary', origin: 'GENERATED', expected: 'UNSAFE', kind: 'plain' },
      ]);
      expect(await observationsOf(missing.id)).toEqual([{ kind: 'CANARY_MISSED', track }]);
      expect(await observationsOf(catching.id)).toEqual([{ kind: 'CANARY_CAUGHT', track }]);
      const slashes = await rowsOf(server, 'SELECT code, bp FROM slashes WHERE ref_id = $1', missing.id);
      expect(slashes).toEqual([{ code: 'CANARY_MISSED', bp: 500 }]);
      expect(await recordOf(missing, track)).toHaveLength((before[0]?.length ?? 0) + 1);
      expect(await recordOf(catching, track)).toEqual(before[1]);
      expect(await reputationOf(catching, track)).toMatchObject({ track, cases: expect.any(Number) });
    },
    ROUND_MS,
  );

  it(
    'uses a new case for each canary',
    async () => {
      const bundles = [];
      for (let number = 0; number < 3; number++) {
        const { seats } = await sendCanary(track, number % 2 === 0 ? KNOWN_GOOD : KNOWN_BAD);
        bundles.push(JSON.stringify((await bundleOf(seats[0] ?? never('Three sit.'))).files));
      }
      expect(new Set(bundles).size).toBe(3);
    },
    ROUND_MS,
  );
});

it('sends no canary if no remote validator reviews the track or if the case would be hard', async () => {
  const none = await sendCanary('SKILL', KNOWN_BAD);
  const hard = await sendCanary('API', { expected: 'UNSAFE', kind: 'hard' });

  expect([await casesOf(none.key), await casesOf(hard.key)]).toEqual([[], []]);
});
