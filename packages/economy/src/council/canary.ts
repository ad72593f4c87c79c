import type { Hash32, VerdictValue } from '@assay/protocol';
import type { ObservationKind } from './accuracy.ts';
import { COUNCIL, type SeatedPhase, type SlashingCode, WHOLE_BP } from './params.ts';
import { roll } from './round-seed.ts';

/** Missing a `hard` case has no consequence. Honest reviewers catch a `plain` case nineteen times in twenty. */
export const CANARY_KINDS = ['plain', 'hard'] as const;
export type CanaryKind = (typeof CANARY_KINDS)[number];
export type Canary = { readonly expected: VerdictValue; readonly kind: CanaryKind };

/**
 * Whether a test case accompanies this panel, and of which kind. 12 of 88 real panels get one, so that 12 % of all
 * panels are canaries. Known-good cases are always plain.
 */
export function chooseCanary(seed: Hash32, phase: SeatedPhase): Canary | undefined {
  const { panelRateBp, knownBadShareBp, plainShareOfBadBp } = COUNCIL.canaries;
  const isUnder = (bp: number, question: string) => roll(seed, `${phase}/canary/${question}`) * WHOLE_BP < bp;
  if (!isUnder((panelRateBp * WHOLE_BP) / (WHOLE_BP - panelRateBp), 'sent')) return undefined;
  if (!isUnder(knownBadShareBp, 'known-bad')) return { expected: 'SAFE', kind: 'plain' };
  return { expected: 'UNSAFE', kind: isUnder(plainShareOfBadBp, 'plain') ? 'plain' : 'hard' };
}

/** Picks one of the stored cases of that kind with the same seed; undefined when there is none. */
export function pickCase(seed: Hash32, phase: SeatedPhase, caseIds: readonly string[]): string | undefined {
  return caseIds.toSorted()[Math.floor(roll(seed, `${phase}/canary/case`) * caseIds.length)];
}

/**
 * The cases of one calibration attempt, half bad and half good, so that no constant vote passes. Undefined when too few
 * cases are stored.
 */
export function drawCalibration(
  seed: Hash32,
  stored: { readonly good: readonly string[]; readonly bad: readonly string[] },
): string[] | undefined {
  const { cases, knownBadCases } = COUNCIL.calibration;
  const bad = drawSome(seed, stored.bad, knownBadCases);
  const good = drawSome(seed, stored.good, cases - knownBadCases);
  return bad.length + good.length < cases ? undefined : [...bad, ...good].toSorted();
}

function drawSome(seed: Hash32, ids: readonly string[], count: number): string[] {
  const rolled = ids.map((id) => ({ id, chance: roll(seed, `calibration/${id}`) }));
  return rolled
    .toSorted((one, other) => one.chance - other.chance)
    .slice(0, count)
    .map(({ id }) => id);
}

type CanaryOutcome = {
  /** Whether the seat shares the canary pot. */
  readonly isRight: boolean;
  readonly observation: ObservationKind | undefined;
  readonly slash: SlashingCode | undefined;
};

/** The effect of a vote on a canary. A missed hard case has none; a caught hard case is paid but not recorded. */
export function judgeCanaryVote({ expected, kind }: Canary, vote: VerdictValue): CanaryOutcome {
  if (expected === 'SAFE') {
    return vote === 'SAFE'
      ? { isRight: true, observation: 'CANARY_PASSED', slash: undefined }
      : { isRight: false, observation: 'FALSE_ALARM', slash: 'FALSE_ALARM' };
  }
  if (kind === 'hard') return { isRight: vote === 'UNSAFE', observation: undefined, slash: undefined };
  return vote === 'UNSAFE'
    ? { isRight: true, observation: 'CANARY_CAUGHT', slash: undefined }
    : { isRight: false, observation: 'CANARY_MISSED', slash: 'CANARY_MISSED' };
}
