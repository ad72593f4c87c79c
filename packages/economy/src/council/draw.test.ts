import { Hash32, keccak256Hex, SubmissionId } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Draw, drawPanel, drawSubstitute } from './draw.ts';
import { COUNCIL, SEATED_PHASES } from './params.ts';
import { isReaderFamily } from './readers.ts';
import { HOSTED_SEATS } from './record.ts';
import { toRoundSeed } from './round-seed.ts';

const FAMILIES = { instruction: 4, 'code-taint': 3, 'supply-chain': 3, sandbox: 3 };
const BUILT_INS: readonly Candidate[] = Object.entries(FAMILIES).flatMap(([family, size]) =>
  Array.from({ length: size }, (_, index) => candidate({ validatorId: `${family}-${index}`, family })),
);
const NOBODY: ReadonlySet<string> = new Set();

function candidate(overrides: Partial<Candidate>): Candidate {
  const validatorId = overrides.validatorId ?? 'one';
  return { validatorId, family: 'instruction', cluster: validatorId, mode: 'HOSTED', weight: 1, ...overrides };
}
const seedOf = (text: string): Hash32 => keccak256Hex(new TextEncoder().encode(text));
const seedOfNumber = (number: number): Hash32 => Hash32.parse(`0x${number.toString(16).padStart(64, '0')}`);
const idsOf = ({ seats }: Draw): string[] => seats.map(({ validatorId }) => validatorId);
const anySeed = fc.string().map(seedOf);

describe('the seed', () => {
  it('is the hash of the beacon and the submission, as bytes', () => {
    const beacon = Hash32.parse(`0x${'11'.repeat(32)}`);
    const submissionId = SubmissionId.parse('01890a5d-ac96-774b-bcce-b302099a8057');

    const seed = toRoundSeed(beacon, submissionId);

    const bytes = new Uint8Array([
      ...Array<number>(32).fill(0x11),
      ...Buffer.from('01890a5dac96774bbcceb302099a8057', 'hex'),
    ]);
    expect(seed).toBe(keccak256Hex(bytes));
  });
});

describe('a panel of the built-in validators', () => {
  it('has five fresh seats twice and then eleven, within every quota', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const taken = new Set<string>();
        for (const phase of SEATED_PHASES) {
          const draw = drawPanel({ seed, phase, candidates: BUILT_INS, taken });
          expect(draw).toMatchObject({ kind: 'seated' });
          expect(draw.seats).toHaveLength(COUNCIL.panels[phase].seats);
          expectQuotas(draw.seats, COUNCIL.panels[phase].familySeatsMax);
          if (phase === 'SECOND') expect(idsOf(draw).some((id) => taken.has(id))).toBe(false);
          for (const id of idsOf(draw)) taken.add(id);
        }
      }),
    );
  });

  it('seats the fresh validators of an appeal before the earlier ones', () => {
    const taken = new Set(BUILT_INS.slice(0, 10).map(({ validatorId }) => validatorId));

    const draw = drawPanel({ seed: seedOf('appeal'), phase: 'APPEAL', candidates: BUILT_INS, taken });

    expect(idsOf(draw).slice(0, 3).toSorted()).toEqual(['sandbox-0', 'sandbox-1', 'sandbox-2']);
  });
});

describe('any panel', () => {
  it('respects its quotas, and names missing seats', () => {
    const anyCandidates = fc
      .array(
        fc.record({ family: fc.constantFrom('a', 'b', 'c'), cluster: fc.constantFrom('x', 'y', 'z', 'w', 'v', 'u') }),
      )
      .map((list) => list.map((one, index) => candidate({ ...one, validatorId: `v${index}` })));
    fc.assert(
      fc.property(anySeed, fc.constantFrom(...SEATED_PHASES), anyCandidates, (seed, phase, candidates) => {
        const draw = drawPanel({ seed, phase, candidates, taken: NOBODY });
        const { seatsMin, familySeatsMax } = COUNCIL.panels[phase];
        expectQuotas(draw.seats, familySeatsMax);
        expect(draw.seats.length + (draw.kind === 'short' ? draw.missing : 0)).toBeGreaterThanOrEqual(seatsMin);
      }),
    );
  });

  it('does not depend on the order of the candidates', () => {
    const weighted = BUILT_INS.map((one, index) => ({ ...one, weight: 0.1 + index / 7 }));
    fc.assert(
      fc.property(anySeed, fc.shuffledSubarray([...weighted], { minLength: 13 }), (seed, candidates) => {
        const again = drawPanel({ seed, phase: 'PRIMARY', candidates, taken: NOBODY });
        expect(idsOf(again)).toEqual(idsOf(drawPanel({ seed, phase: 'PRIMARY', candidates: weighted, taken: NOBODY })));
      }),
    );
  });

  it('differs for another phase', () => {
    const seed = seedOf('phases');

    const [primary, second] = (['PRIMARY', 'SECOND'] as const).map((phase) =>
      drawPanel({ seed, phase, candidates: BUILT_INS, taken: NOBODY }),
    );

    expect(primary?.seats).not.toEqual(second?.seats);
  });

  it('never seats a candidate without weight', () => {
    const candidates = BUILT_INS.map((one, index) => ({ ...one, weight: index < 5 ? 0 : 1 }));

    const draw = drawPanel({ seed: seedOf('weightless'), phase: 'APPEAL', candidates, taken: NOBODY });

    expect(draw).toMatchObject({ kind: 'short', missing: 1 });
    expect(draw.seats.every(({ weight }) => weight > 0)).toBe(true);
  });

  it('fits the weights over 10,000 draws, in its first seat and in its second', () => {
    // One family, whose quota ends each draw after two seats: further seats would only take time.
    const pool = FITTED_WEIGHTS.map((weight, index) => candidate({ validatorId: `v${index}`, weight }));
    const total = FITTED_WEIGHTS.reduce((sum, weight) => sum + weight, 0);
    const counts = { first: new Map<string, number>(), second: new Map<string, number>() };
    for (let index = 0; index < DRAWS; index++) {
      const [first = '', second = ''] = idsOf(
        drawPanel({ seed: seedOfNumber(index), phase: 'PRIMARY', candidates: pool, taken: NOBODY }),
      );
      counts.first.set(first, (counts.first.get(first) ?? 0) + 1);
      counts.second.set(second, (counts.second.get(second) ?? 0) + 1);
    }

    const firstShare = (index: number) => (FITTED_WEIGHTS[index] ?? 0) / total;
    const secondShare = (index: number) =>
      FITTED_WEIGHTS.reduce(
        (sum, other, at) =>
          at === index ? sum : sum + (other / total) * ((FITTED_WEIGHTS[index] ?? 0) / (total - other)),
        0,
      );

    expect(chiSquare(counts.first, firstShare)).toBeLessThan(CHI_SQUARE_999_OF_7);
    expect(chiSquare(counts.second, secondShare)).toBeLessThan(CHI_SQUARE_999_OF_7);
  });
});

describe('a substitute', () => {
  it('is hosted, fresh, and fits the quotas of the remaining seats', () => {
    const remote = candidate({ validatorId: 'a-remote', family: 'model', mode: 'REMOTE', weight: 1 });
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 0, max: 4 }), (seed, silentSeat) => {
        const candidates = [...BUILT_INS, remote];
        const { seats } = drawPanel({ seed, phase: 'PRIMARY', candidates, taken: NOBODY });

        const substitute = drawSubstitute({ seed, phase: 'PRIMARY', candidates, taken: NOBODY, seats, silentSeat });

        if (substitute === undefined) throw new Error('The built-ins always have somebody left.');
        expect(substitute.mode).toBe('HOSTED');
        expect(seats.map(({ validatorId }) => validatorId)).not.toContain(substitute.validatorId);
        expectQuotas([...seats.filter((_, index) => index !== silentSeat), substitute], 2);
      }),
    );
  });
});

const DRAWS = 10_000;
/** All weights are under the cap of 1.5 in 8, so the cap changes none of them. */
const FITTED_WEIGHTS = [0.4, 0.6, 0.8, 1, 1, 1.1, 1.2, 0.9];
/** The χ² value that seven degrees of freedom exceed once in a thousand times. */
const CHI_SQUARE_999_OF_7 = 24.322;

function chiSquare(counts: ReadonlyMap<string, number>, share: (index: number) => number): number {
  return FITTED_WEIGHTS.reduce((sum, _, index) => {
    const expected = share(index) * DRAWS;
    const difference = (counts.get(`v${index}`) ?? 0) - expected;
    return sum + (difference * difference) / expected;
  }, 0);
}

function expectQuotas(seats: readonly Candidate[], familySeatsMax: number): void {
  expect(new Set(seats.map(({ cluster }) => cluster)).size).toBe(seats.length);
  const families = Map.groupBy(seats, ({ family }) => family);
  expect(Math.max(0, ...[...families.values()].map(({ length }) => length))).toBeLessThanOrEqual(familySeatsMax);
}

const readers = (name: string) =>
  Array.from({ length: 4 }, (_, index) =>
    candidate({ validatorId: `reader-${name}-${index}`, family: `reader/${name}` }),
  );

const remotes = (count: number, families: readonly string[]) =>
  Array.from({ length: count }, (_, index) =>
    candidate({ validatorId: `v${index}`, family: families[index % families.length] ?? '', mode: 'REMOTE' }),
  );
/** With a record, and separated from the hosted seats and from every other family. */
const measuredRemotes = (count: number, families: readonly string[]) =>
  remotes(count, families).map((one) => ({
    ...one,
    apartFrom: [HOSTED_SEATS, ...families.filter((family) => family !== one.family)],
  }));

describe('hosted seats and seats with models, under the earlier rules', () => {
  const hostedIn = ({ seats }: Draw): number => seats.filter(({ mode }) => mode === 'HOSTED').length;
  const FAMILIES_OF_REMOTES = ['one', 'b', 'c', 'd', 'e', 'f'];
  const models: readonly (readonly string[])[] = [[], ['one'], ['one', 'two']];
  const own = (names: readonly string[]) => [...BUILT_INS, ...names.flatMap(readers)];

  it('never have a deciding majority when enough others may sit, with no model, one or two', () => {
    const { secondOwnMin, appealUnsafeMin } = COUNCIL.votes;
    const deciding = { PRIMARY: secondOwnMin, SECOND: secondOwnMin, APPEAL: appealUnsafeMin };
    fc.assert(
      fc.property(anySeed, fc.constantFrom(...models), (seed, names) => {
        const taken = new Set<string>();
        for (const phase of SEATED_PHASES) {
          const candidates = [...own(names), ...remotes(60, FAMILIES_OF_REMOTES)];
          const draw = drawPanel({ seed, phase, candidates, taken, rules: 2 });
          const alike = draw.seats.filter(({ mode, family }) => mode === 'HOSTED' || names.includes(family));
          expect(draw.seats).toHaveLength(COUNCIL.panels[phase].seats);
          expect(hostedIn(draw)).toBeLessThanOrEqual(COUNCIL.panels[phase].reportSeatsMax);
          expect(alike.length).toBeLessThan(deciding[phase]);
          for (const id of idsOf(draw)) taken.add(id);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('fill every panel while there are few other candidates, whatever their families are', () => {
    const anyRemotes = fc.tuple(fc.nat(40), fc.constantFrom(['one'], ['one', 'b'], FAMILIES_OF_REMOTES));
    fc.assert(
      fc.property(anySeed, fc.constantFrom(...models), anyRemotes, (seed, names, [count, families]) => {
        const taken = new Set<string>();
        for (const phase of SEATED_PHASES) {
          const candidates = [...own(names), ...remotes(count, families)];
          const draw = drawPanel({ seed, phase, candidates, taken, rules: 2 });
          expect(draw.kind).toBe('seated');
          expectQuotas(draw.seats, COUNCIL.panels[phase].familySeatsMax);
          for (const id of idsOf(draw)) taken.add(id);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('yield one seat for every four other candidates, so that none of these sits in every panel', () => {
    const mostHosted = (count: number): number => {
      const candidates = [...BUILT_INS, ...remotes(count, FAMILIES_OF_REMOTES)];
      const draws = Array.from({ length: 60 }, (_, index) =>
        drawPanel({ seed: seedOfNumber(index), phase: 'PRIMARY', candidates, taken: NOBODY, rules: 2 }),
      );
      return Math.max(...draws.map(hostedIn));
    };

    expect([3, 4, 8, 11, 12, 60].map(mostHosted)).toEqual([5, 4, 3, 3, 2, 2]);
  });

  it('yield at most one seat to a cluster, however many names it has', () => {
    const ring = remotes(40, FAMILIES_OF_REMOTES).map((one) => ({ ...one, cluster: 'ring' }));
    const candidates = [...BUILT_INS, ...ring];
    fc.assert(
      fc.property(anySeed, (seed) => {
        const draw = drawPanel({ seed, phase: 'PRIMARY', candidates, taken: NOBODY, rules: 2 });
        expect(hostedIn(draw)).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: 40 },
    );
  });

  it('had no limit before, and such panels can be drawn again identically', () => {
    const candidates = [...own(['one']), ...remotes(60, FAMILIES_OF_REMOTES)];
    const hosted = Array.from({ length: 60 }, (_, index) =>
      hostedIn(drawPanel({ seed: seedOfNumber(index), phase: 'PRIMARY', candidates, taken: NOBODY, rules: 1 })),
    );

    expect(Math.max(...hosted)).toBeGreaterThan(COUNCIL.panels.PRIMARY.reportSeatsMax);
  });
});

describe('remote validators', () => {
  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const { secondOwnMin, secondSafeTogetherMin, appealSafeMin } = COUNCIL.votes;
  const ownIn = ({ seats }: Draw): number =>
    seats.filter(({ mode, isOutside }) => mode === 'HOSTED' && !isOutside).length;

  /** Draws all three panels as one round does. */
  function drawAll(seed: Hash32, candidates: readonly Candidate[]) {
    const taken = new Set<string>();
    const own = { PRIMARY: 0, SECOND: 0, APPEAL: 0 };
    for (const phase of SEATED_PHASES) {
      const draw = drawPanel({ seed, phase, candidates, taken });
      expect(draw.kind).toBe('seated');
      own[phase] = ownIn(draw);
      for (const id of idsOf(draw)) taken.add(id);
    }
    return own;
  }
  /** The hosted seats decide SAFE even if all other seats vote UNSAFE. */
  const expectOutvoted = (own: ReturnType<typeof drawAll>): void => {
    expect(own.SECOND).toBeGreaterThanOrEqual(secondOwnMin);
    expect(own.PRIMARY + own.SECOND).toBeGreaterThanOrEqual(secondSafeTogetherMin);
    expect(own.APPEAL).toBeGreaterThanOrEqual(appealSafeMin);
  };

  it.each([8, 20, 40, 400])('without a record cannot keep a harmless round from SAFE: %i wallets', (count) => {
    const candidates = [...BUILT_INS, ...remotes(count, NAMES)];
    fc.assert(
      fc.property(anySeed, (seed) => expectOutvoted(drawAll(seed, candidates))),
      { numRuns: 60 },
    );
  });

  it('without separation are one family, under any number of names and with any record', () => {
    const alike = remotes(40, NAMES).map((one) => ({ ...one, apartFrom: [HOSTED_SEATS] }));
    const mixed = [
      ...BUILT_INS,
      ...alike,
      ...remotes(40, ['other']).map((one) => ({
        ...one,
        validatorId: `n-${one.validatorId}`,
        cluster: `n-${one.cluster}`,
      })),
    ];
    fc.assert(
      fc.property(anySeed, (seed) => expectOutvoted(drawAll(seed, mixed))),
      { numRuns: 60 },
    );
  });

  it('that are separated in one direction only count as one family', () => {
    const claims = remotes(40, NAMES).map((one, index) =>
      index % 2 === 0 ? { ...one, apartFrom: [HOSTED_SEATS, ...NAMES] } : { ...one, apartFrom: [HOSTED_SEATS] },
    );
    fc.assert(
      fc.property(anySeed, (seed) => {
        const draw = drawPanel({ seed, phase: 'PRIMARY', candidates: [...BUILT_INS, ...claims], taken: NOBODY });
        const odd = draw.seats.filter(({ apartFrom }) => apartFrom?.length === 1);
        expect(odd.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('hold most seats once they have a record and are separated, whatever other candidates there are', () => {
    const candidates = [
      ...BUILT_INS,
      ...measuredRemotes(32, NAMES),
      ...remotes(9, ['new']).map((one) => ({
        ...one,
        validatorId: `n-${one.validatorId}`,
        cluster: `n-${one.cluster}`,
      })),
    ];
    const draws = Array.from({ length: 200 }, (_, index) =>
      drawPanel({ seed: seedOfNumber(index), phase: 'PRIMARY', candidates, taken: NOBODY }),
    );
    const measured = draws.flatMap(({ seats }) => seats.filter(({ apartFrom }) => apartFrom !== undefined));

    expect(measured.length).toBeGreaterThan(2 * draws.length);
    for (const { seats } of draws) {
      const families = seats.filter(({ mode }) => mode === 'REMOTE').map(({ family }) => family);
      expect(new Set(families).size).toBe(families.length);
    }
  });

  it('sit on canaries without a limit, which is how they get a record', () => {
    const candidates = [...BUILT_INS, ...remotes(20, NAMES)];
    const draw = drawPanel({ seed: seedOf('canary'), phase: 'PRIMARY', candidates, taken: NOBODY, isCanary: true });

    expect(draw.seats.filter(({ mode }) => mode === 'REMOTE').length).toBeGreaterThanOrEqual(3);
  });

  it('that the service hosts for others do not count as its own majority, and are no substitutes', () => {
    const outside = Array.from({ length: 40 }, (_, index) =>
      candidate({ validatorId: `w${index}`, family: 'sandbox', isOutside: true }),
    );
    fc.assert(
      fc.property(anySeed, (seed) => expectOutvoted(drawAll(seed, [...BUILT_INS, ...outside]))),
      { numRuns: 60 },
    );
    const seats = BUILT_INS.slice(0, 5);
    const question = { seed: seedOf('silent'), phase: 'PRIMARY', taken: NOBODY, seats, silentSeat: 0 } as const;
    expect(drawSubstitute({ ...question, candidates: [...seats, ...outside] })).toBeUndefined();
  });

  it('were drawn by their declared family before, and such panels can be drawn again identically', () => {
    const candidates = [...BUILT_INS, ...measuredRemotes(40, ['a'])];
    const remoteSeats = (rules: 2 | 3) =>
      drawPanel({ seed: seedOf('again'), phase: 'PRIMARY', candidates, taken: NOBODY, rules }).seats.filter(
        ({ mode }) => mode === 'REMOTE',
      ).length;

    expect([remoteSeats(2), remoteSeats(3)]).toEqual([2, 1]);
  });
});

describe('models that read', () => {
  const readerFamilies = ({ seats }: Draw): string[] =>
    seats.map(({ family }) => family).filter((family) => isReaderFamily(family));

  it('hold two seats of every panel, with one model and four of its validators', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const taken = new Set<string>();
        for (const phase of SEATED_PHASES) {
          const draw = drawPanel({ seed, phase, candidates: [...BUILT_INS, ...readers('one')], taken });
          expect(draw.kind).toBe('seated');
          expect(readerFamilies(draw).length).toBeGreaterThanOrEqual(COUNCIL.panels[phase].readerSeatsMin);
          for (const id of idsOf(draw)) taken.add(id);
        }
      }),
    );
  });

  it('are of different families when there are two', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const candidates = [...BUILT_INS, ...readers('one'), ...readers('two')];
        const draw = drawPanel({ seed, phase: 'PRIMARY', candidates, taken: NOBODY });
        expect(new Set(readerFamilies(draw)).size).toBe(2);
      }),
    );
  });

  it('change nothing when there are none', () => {
    const draw = drawPanel({ seed: seedOf('none'), phase: 'PRIMARY', candidates: BUILT_INS, taken: NOBODY });
    expect(readerFamilies(draw)).toEqual([]);
    expect(draw.kind).toBe('seated');
  });

  it('give no remote validator priority, whatever its name is', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const posing = candidate({ validatorId: 'posing', family: 'reader/posing', mode: 'REMOTE' });
        const draw = drawPanel({
          seed,
          phase: 'PRIMARY',
          candidates: [...BUILT_INS, ...readers('one'), posing],
          taken: NOBODY,
        });
        expect(idsOf(draw).slice(0, COUNCIL.panels.PRIMARY.readerSeatsMin)).not.toContain('posing');
      }),
    );
  });
});
