import type { Hash32, VerdictValue } from '@assay/protocol';
import type { ObservationKind } from './accuracy.ts';
import { COUNCIL, type SeatedPhase, type SlashingCode, WHOLE_BP } from './params.ts';
import { roll } from './roll.ts';

/** A hard case may be missed without harm; `plain` is one that honest reviewers catch nineteen times in twenty. */
export const CANARY_KINDS = ['plain', 'hard'] as const;
export type CanaryKind = (typeof CANARY_KINDS)[number];
export type Canary = { readonly expected: VerdictValue; readonly kind: CanaryKind };

/**
 * Does a test case go out beside this panel, and which sort? Beside 12 of 88 real panels, so that 12 in a hundred of all
 * panels are canaries. Known-good cases are always plain.
 */
export function chooseCanary(seed: Hash32, phase: SeatedPhase): Canary | undefined {
  const { panelRateBp, knownBadShareBp, plainShareOfBadBp } = COUNCIL.canaries;
  const isUnder = (bp: number, question: string) => roll(seed, `${phase}/canary/${question}`) * WHOLE_BP < bp;
  if (!isUnder((panelRateBp * WHOLE_BP) / (WHOLE_BP - panelRateBp), 'sent')) return undefined;
  if (!isUnder(knownBadShareBp, 'known-bad')) return { expected: 'SAFE', kind: 'plain' };
  return { expected: 'UNSAFE', kind: isUnder(plainShareOfBadBp, 'plain') ? 'plain' : 'hard' };
}

/** One of the stored cases of that sort, by the same seed; undefined when there is none. */
export function pickCase(seed: Hash32, phase: SeatedPhase, caseIds: readonly string[]): string | undefined {
  return caseIds.toSorted()[Math.floor(roll(seed, `${phase}/canary/case`) * caseIds.length)];
}

/**
 * The cases of one attempt at a licence, bad and good in equal parts, so that no constant vote passes; undefined while
 * too few are stored.
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
  /** Does the seat share the canary pot? */
  readonly isRight: boolean;
  readonly observation: ObservationKind | undefined;
  readonly slash: SlashingCode | undefined;
};

/** What a vote on a canary means for the seat. A missed hard case means nothing, and a caught one is only paid. */
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
