import { COUNCIL, WHOLE_BP } from './params.ts';

/** The ground truth observed about a seat. Agreement with a majority is not ground truth. */
export const OBSERVATION_KINDS = [
  'CANARY_CAUGHT',
  'CANARY_MISSED',
  'CANARY_PASSED',
  'FALSE_ALARM',
  'FINDING_REPRODUCED',
  'FLAG_FORESEEN',
  'FLAG_MISSED',
] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];
export type Observation = {
  readonly kind: ObservationKind;
  readonly ageDays: number;
  /** Number of observations of this kind and age; 1 by default. */
  readonly count?: number;
};

type Evidence = { readonly right: number; readonly wrong: number };

/** Only plain canaries count. A known-good case is easy to pass, so it counts a quarter. */
const EVIDENCE: Record<ObservationKind, Evidence> = {
  CANARY_CAUGHT: { right: 1, wrong: 0 },
  CANARY_MISSED: { right: 0, wrong: 1 },
  CANARY_PASSED: { right: COUNCIL.accuracy.passedKnownGoodWeight, wrong: 0 },
  FALSE_ALARM: { right: 0, wrong: 1 },
  FINDING_REPRODUCED: { right: 1, wrong: 0 },
  FLAG_FORESEEN: { right: 1, wrong: 0 },
  FLAG_MISSED: { right: 0, wrong: 1 },
};

export const isRight = (kind: ObservationKind): boolean => EVIDENCE[kind].right > 0;

/** The mean of Beta(2 + right, 1 + wrong). The weight of an observation halves every 90 days. */
export function toAccuracy(observations: readonly Observation[]): number {
  let right: number = COUNCIL.accuracy.priorRight;
  let wrong: number = COUNCIL.accuracy.priorWrong;
  for (const { kind, ageDays, count = 1 } of observations) {
    const fade = fadeOf(ageDays) * count;
    right += EVIDENCE[kind].right * fade;
    wrong += EVIDENCE[kind].wrong * fade;
  }
  return right / (right + wrong);
}

/** 2^(−1/90) as a literal, because the kernel has no power function. */
const DAILY_FADE = 0.9923279462629435;

/** ½ for each elapsed half-life, in whole days: first the halvings, then the daily factor by repeated squaring. */
export function fadeOf(ageDays: number): number {
  const days = Math.max(0, Math.floor(ageDays));
  let fade = 1;
  for (
    let halved = days;
    halved >= COUNCIL.accuracy.halfLifeDays && fade > 0;
    halved -= COUNCIL.accuracy.halfLifeDays
  ) {
    fade /= 2;
  }
  let factor = DAILY_FADE;
  for (let left = days % COUNCIL.accuracy.halfLifeDays; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) fade *= factor;
    factor *= factor;
  }
  return fade;
}

type Standing = {
  readonly accuracy: number;
  readonly observations: number;
  readonly stakeMinor: bigint;
  readonly entryStakeMinor: bigint;
};

/** Why a validator must be calibrated again before it gets seats, or undefined when it stays active. */
export function findSuspension(standing: Standing): 'ACCURACY' | 'STAKE' | undefined {
  const { suspendAfterObservations, suspendBelow, suspendStakeBelowBp } = COUNCIL.accuracy;
  if (standing.observations >= suspendAfterObservations && standing.accuracy < suspendBelow) return 'ACCURACY';
  const needed = standing.entryStakeMinor * BigInt(suspendStakeBelowBp);
  return standing.stakeMinor * BigInt(WHOLE_BP) < needed ? 'STAKE' : undefined;
}

/** 1.96², for a 95 % confidence interval. */
const Z_SQUARED = 3.8416;

/** Wilson's interval for `right` of `of`. Its width shows the uncertainty that a ratio hides. */
export function toInterval(right: number, of: number): { readonly low: number; readonly high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const ratio = right / of;
  const centre = ratio + Z_SQUARED / (2 * of);
  const spread = Math.sqrt(Z_SQUARED * ((ratio * (1 - ratio)) / of + Z_SQUARED / (4 * of * of)));
  const scale = 1 + Z_SQUARED / of;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
