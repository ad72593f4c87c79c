import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decideRound, type RoundFacts, type Tally } from './decision.ts';

const tally = (safe: number, unsafe: number, missed = 0): Tally => ({ safe, unsafe, missed });
const facts = (overrides: Partial<RoundFacts> = {}): RoundFacts => ({
  primary: tally(5, 0),
  sandboxRiskLevel: 'LOW',
  hasOpenHighFinding: false,
  reportBlocks: false,
  hasReproducedCritical: false,
  ...overrides,
});
const decided = (verdict: 'SAFE' | 'UNSAFE', by: string) => ({ kind: 'decided', verdict, by });
const next = (phase: string) => ({ kind: 'next-panel', phase });

describe('the first panel', () => {
  it.each([
    [tally(5, 0), decided('SAFE', 'PRIMARY')],
    [tally(0, 5), decided('UNSAFE', 'PRIMARY')],
    [tally(4, 1), next('SECOND')],
    [tally(1, 4), next('SECOND')],
    [tally(4, 0, 1), next('SECOND')],
    [tally(0, 4, 1), next('SECOND')],
    [tally(0, 0, 5), next('SECOND')],
  ])('with %o leads to %o', (primary, expected) => {
    expect(decideRound(facts({ primary }))).toEqual(expected);
  });

  it.each([{ sandboxRiskLevel: 'HIGH' as const }, { hasOpenHighFinding: true }])(
    'is not sufficient with %o, however unanimous',
    (risk) => {
      expect(decideRound(facts(risk))).toEqual(next('SECOND'));
      expect(decideRound(facts({ ...risk, primary: tally(0, 5) }))).toEqual(next('SECOND'));
    },
  );
});

describe('the second panel', () => {
  it.each([
    [tally(4, 1), tally(4, 1), decided('SAFE', 'SECOND')],
    [tally(3, 2), tally(5, 0), decided('SAFE', 'SECOND')],
    [tally(3, 2), tally(4, 1), next('APPEAL')],
    [tally(5, 0), tally(3, 2), next('APPEAL')],
    [tally(5, 0), tally(3, 0, 2), next('APPEAL')],
    [tally(3, 2), tally(1, 4), decided('UNSAFE', 'SECOND')],
    [tally(4, 1), tally(0, 5), decided('UNSAFE', 'SECOND')],
    [tally(4, 1), tally(1, 4), next('APPEAL')],
    [tally(0, 5), tally(2, 3), next('APPEAL')],
  ])('after %o with %o leads to %o', (primary, second, expected) => {
    expect(decideRound(facts({ primary, second }))).toEqual(expected);
  });
});

describe('the appeal', () => {
  it.each([
    [tally(9, 2), decided('SAFE', 'APPEAL')],
    [tally(9, 0), decided('SAFE', 'APPEAL')],
    [tally(8, 3), { kind: 'human', because: 'APPEAL_SPLIT' }],
    [tally(8, 1), { kind: 'human', because: 'APPEAL_SPLIT' }],
    [tally(5, 6), { kind: 'human', because: 'APPEAL_SPLIT' }],
    [tally(4, 7), decided('UNSAFE', 'APPEAL')],
    [tally(0, 0, 11), { kind: 'human', because: 'APPEAL_SPLIT' }],
  ])('with %o leads to %o', (appeal, expected) => {
    expect(decideRound(facts({ primary: tally(3, 2), second: tally(3, 2), appeal }))).toEqual(expected);
  });

  it('of a dispute overturns the decision of the first panel', () => {
    expect(decideRound(facts({ primary: tally(0, 5), appeal: tally(10, 1) }))).toEqual(decided('SAFE', 'APPEAL'));
  });
});

describe('with any votes', () => {
  const anyTally = (seats: number) =>
    fc
      .tuple(fc.nat(seats), fc.nat(seats))
      .filter(([safe, unsafe]) => safe + unsafe <= seats)
      .map(([safe, unsafe]) => tally(safe, unsafe, seats - safe - unsafe));
  const anyFacts = fc.record({
    primary: anyTally(5),
    second: fc.option(anyTally(5), { nil: undefined }),
    appeal: fc.option(anyTally(11), { nil: undefined }),
    sandboxRiskLevel: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
    hasOpenHighFinding: fc.boolean(),
    reportBlocks: fc.boolean(),
    hasReproducedCritical: fc.boolean(),
  });
  const verdictOf = (decision: Decision) => (decision.kind === 'decided' ? decision.verdict : undefined);

  it('a reproduced critical finding decides UNSAFE', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        expect(verdictOf(decideRound({ ...any, hasReproducedCritical: true }))).toBe('UNSAFE');
      }),
    );
  });

  it('a blocking report never ends SAFE', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        expect(verdictOf(decideRound({ ...any, reportBlocks: true }))).not.toBe('SAFE');
      }),
    );
  });

  it('one more UNSAFE vote never turns a round SAFE, and never removes UNSAFE', () => {
    const panels = fc.constantFrom('primary' as const, 'second' as const, 'appeal' as const);
    fc.assert(
      fc.property(anyFacts, panels, fc.boolean(), (any, panel, fromSafe) => {
        const before = any[panel];
        const taken = fromSafe ? 'safe' : 'missed';
        fc.pre(before !== undefined && before[taken] > 0);
        const after = { ...before, unsafe: before.unsafe + 1, [taken]: before[taken] - 1 };

        const [one, other] = [verdictOf(decideRound(any)), verdictOf(decideRound({ ...any, [panel]: after }))];

        if (one === 'UNSAFE') expect(other).toBe('UNSAFE');
        if (one !== 'SAFE') expect(other).not.toBe('SAFE');
      }),
    );
  });

  it('SAFE requires four of five in the deciding panel, and eight of ten or nine of eleven in total', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        fc.pre(verdictOf(decideRound(any)) === 'SAFE');
        const { primary, second, appeal } = any;
        const isCarried =
          appeal !== undefined
            ? appeal.safe >= 9
            : second === undefined
              ? primary.safe === 5
              : second.safe >= 4 && primary.safe + second.safe >= 8;
        expect(isCarried).toBe(true);
      }),
    );
  });
});
