import { type Canary, chooseCanary, pickCase } from '@assay/economy/council';
import { Hash32, newUuidV7, RoundId, type VerdictValue } from '@assay/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openValidatorRules, type ValidatorRules } from '../../testing/validator-rules.ts';
import { createSeatEvents } from '../seats/index.ts';
import { type BundleFile, submissionStores } from '../submissions/index.ts';
import { createCanaryDraw } from './canary-draw.service.ts';
import { createCanaryRounds } from './canary-rounds.service.ts';
import { toCanaryKey } from './canary-task.ts';
import type { CaseUse } from './case-use.ts';

const DRAW_AGAIN_MS = 5 * 60_000;
const ATTEMPTS_MAX = 6;
const KNOWN_BAD: Canary = { expected: 'UNSAFE', kind: 'plain' };
const KNOWN_GOOD: Canary = { expected: 'SAFE', kind: 'plain' };

let rules: ValidatorRules;
beforeEach(async () => {
  rules = await openValidatorRules();
});
afterEach(() => rules.database.close());

const newRoundId = () => newUuidV7(RoundId, rules.clock.now().getTime(), rules.random);

/** The first seed that selects such a canary. */
function seedFor(wanted: Canary): Hash32 {
  for (let number = 1; ; number++) {
    const seed = Hash32.parse(`0x${number.toString(16).padStart(64, '0')}`);
    const chosen = chooseCanary(seed, 'PRIMARY');
    if (chosen?.expected === wanted.expected && chosen.kind === wanted.kind) return seed;
  }
}

/** Stores a case whose only file starts with `word`. */
async function addCase(wanted: Canary, word = 'case', use: CaseUse = 'canary'): Promise<string> {
  const { bundles } = submissionStores(rules.database.db);
  const bytes = new TextEncoder().encode(`${word} ${JSON.stringify(wanted)}`);
  const importedAt = rules.clock.now();
  const bundleId = await bundles.save([{ path: 'SKILL.md', bytes, kind: 'file' }], importedAt);
  const id = newRoundId();
  await rules.stores.calibrations.addCase({
    ...wanted,
    id,
    use,
    origin: 'IMPORTED',
    track: 'SKILL',
    bundleId,
    entryPath: 'SKILL.md',
    importedAt,
  });
  return id;
}

type CanaryVotes = Pick<Parameters<typeof createCanaryDraw>[0], 'vote' | 'packsOf'>;
/** Canaries whose hosted seats vote by `judge`; `judge` may throw to simulate an engine failure. All validators are hosted. */
function canariesWith(judge: (text: string) => VerdictValue, votes: Partial<CanaryVotes> = {}) {
  const { bundles } = submissionStores(rules.database.db);
  const warnings: object[] = [];
  const log = { warn: (fields: object) => void warnings.push(fields) };
  const { draw } = createCanaryDraw({
    log,
    ...rules,
    loadBundle: bundles.load,
    vote: async ({ files }) => {
      const verdict = judge(textOf(files));
      return () => verdict;
    },
    packsOf: async () => [],
    seatFeeOf: () => 0n,
    bank: { canaryFor: async () => undefined },
    examine: () => Promise.reject(new Error('No validator is remote.')),
    ...votes,
  });
  const canaries = createCanaryRounds({ ...rules, draw, events: createSeatEvents(rules), log });
  return { ...canaries, warnings };
}
const textOf = (files: readonly BundleFile[]): string => files.map(({ bytes }) => Buffer.from(bytes)).join('');
const engineDown = (): never => {
  throw new Error('The engine has ended.');
};

/** Adds a canary task that is due now. */
async function addTask(wanted: Canary): Promise<string> {
  const key = toCanaryKey({ roundId: newRoundId(), phase: 'PRIMARY', seed: seedFor(wanted) });
  await rules.stores.canaryTasks.addAll([{ key, track: 'SKILL', seatFee: 0n, dueAt: rules.clock.now(), attempts: 0 }]);
  return key;
}

/** Runs the worker `times` times while time passes, and returns the number of attempts. */
async function work(canaries: ReturnType<typeof canariesWith>, times: number): Promise<number> {
  let tried = 0;
  for (let time = 0; time < times; time++) {
    await canaries.queueDue();
    for (const key of rules.queued.splice(0)) {
      tried++;
      await canaries.run(key).catch(() => undefined);
    }
    rules.clock.advance(DRAW_AGAIN_MS + 1);
  }
  return tried;
}
const roundsOf = async (key: string) => {
  const { rows } = await rules.database.pool.query<{ caseId: string; isJudged: boolean }>(
    'SELECT case_id AS "caseId", judged_at IS NOT NULL AS "isJudged" FROM canary_rounds WHERE key = $1',
    [key],
  );
  return rows;
};

describe('a due canary', () => {
  it('goes out once, and ends as soon as its hosted seats have voted', async () => {
    const caseId = await addCase(KNOWN_BAD);
    const key = await addTask(KNOWN_BAD);

    expect(
      await work(
        canariesWith(() => 'UNSAFE'),
        3,
      ),
    ).toBe(1);

    expect(await roundsOf(key)).toEqual([{ caseId, isJudged: true }]);
    expect(await rules.stores.canaryTasks.find(key)).toBeUndefined();
  });

  it('is retried after the engine fails or the process ends before the canary is stored', async () => {
    await addCase(KNOWN_BAD);
    const key = await addTask(KNOWN_BAD);
    await work(canariesWith(engineDown), 1);
    await canariesWith(engineDown).queueDue();
    rules.queued.length = 0; // The job is lost with its process.
    rules.clock.advance(DRAW_AGAIN_MS + 1);

    await work(
      canariesWith(() => 'UNSAFE'),
      1,
    );

    expect(await roundsOf(key)).toMatchObject([{ isJudged: true }]);
  });

  it('uses the plain verdict of a seat whose rule packs fail on the case', async () => {
    await addCase(KNOWN_BAD);
    const key = await addTask(KNOWN_BAD);
    const pack = { id: 'pack', digest: 'digest', text: '' };
    const canaries = canariesWith(() => 'UNSAFE', {
      packsOf: async () => [pack],
      vote: async ({ packs = [] }) => (packs.length > 0 ? engineDown() : () => 'UNSAFE'),
    });

    await work(canaries, 1);

    expect(await roundsOf(key)).toMatchObject([{ isJudged: true }]);
    expect(canaries.warnings).toHaveLength(5);
  });

  it('switches to another case when the engine keeps failing on one', async () => {
    const cases = [
      { id: await addCase(KNOWN_BAD, 'first'), word: 'first' },
      { id: await addCase(KNOWN_BAD, 'other'), word: 'other' },
    ];
    const ids = cases.map(({ id }) => id);
    const broken = cases.find(({ id }) => id === pickCase(seedFor(KNOWN_BAD), 'PRIMARY', ids));
    const key = await addTask(KNOWN_BAD);

    await work(
      canariesWith((text) => (text.startsWith(broken?.word ?? '') ? engineDown() : 'UNSAFE')),
      ATTEMPTS_MAX,
    );

    expect(await roundsOf(key)).toEqual([{ caseId: ids.find((id) => id !== broken?.id), isJudged: true }]);
  });

  it('is dropped after the last attempt, with a warning that does not disclose the seed', async () => {
    await addCase(KNOWN_BAD);
    const key = await addTask(KNOWN_BAD);
    const canaries = canariesWith(engineDown);

    expect(await work(canaries, ATTEMPTS_MAX + 2)).toBe(ATTEMPTS_MAX);

    expect(await roundsOf(key)).toEqual([]);
    expect(await rules.stores.canaryTasks.find(key)).toBeUndefined();
    const [roundId] = key.split('/');
    expect(canaries.warnings).toEqual([{ roundId, phase: 'PRIMARY', attempts: ATTEMPTS_MAX }]);
  });

  it('is dropped if all stored cases of its sort are for calibrations', async () => {
    await addCase(KNOWN_GOOD, 'case', 'calibration');
    const key = await addTask(KNOWN_GOOD);

    await work(
      canariesWith(() => 'SAFE'),
      1,
    );

    expect(await roundsOf(key)).toEqual([]);
    expect(await rules.stores.canaryTasks.find(key)).toBeUndefined();
  });
});

describe('a canary', () => {
  async function runCanary(wanted: Canary, vote: VerdictValue): Promise<void> {
    await addCase(wanted);
    const canaries = canariesWith(() => vote);
    const key = await addTask(wanted);
    await canaries.run(key);
    await canaries.run(key);
  }
  const totals = async () => {
    const { rows } = await rules.database.pool.query<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int AS count FROM observations WHERE ref_type = 'seat' GROUP BY kind`,
    );
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  };

  it('that is plain records one observation for each of five seats, once', async () => {
    await runCanary(KNOWN_BAD, 'UNSAFE');
    await runCanary(KNOWN_GOOD, 'UNSAFE');

    expect(await totals()).toEqual({ CANARY_CAUGHT: 5, FALSE_ALARM: 5 });
  });

  it('that is hard costs nothing when it is missed', async () => {
    await runCanary({ expected: 'UNSAFE', kind: 'hard' }, 'SAFE');

    expect(await totals()).toEqual({});
  });
});
