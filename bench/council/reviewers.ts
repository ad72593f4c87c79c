import type { VerdictValue } from '@assay/protocol';
import type { Dice } from './dice.ts';

/** What reviewing is like in the simulated council. Taken from the feasibility run of the council's design. */
export const HONEST = {
  detection: 0.75,
  falseAlarm: 0.04,
  plainCanaryCatch: 0.97,
  familyCorrelation: 0.35,
  reproducer: 0.6,
  reviewCostMarks: 3,
};
/** What the shared base engine sees of what is really bad, and how often it errs on what is good. */
const ENGINE = { detection: 0.5, canaryDetection: 0.2, falseAlarm: 0.01 };

export type Case = {
  readonly isBad: boolean;
  /** A package of the attacker, which must get through. */
  readonly isTarget: boolean;
  readonly canary: 'plain' | 'hard' | undefined;
  readonly engineSees: boolean;
  /** What most reviewers of a family see or overlook together. */
  readonly familySees: ReadonlyMap<string, boolean>;
};
export type Vote = { readonly verdict: VerdictValue; readonly isFind: boolean; readonly hasReproducer: boolean };
export type Strategy = 'honest' | 'lazy' | 'half-lazy' | 'parrot' | 'bought' | 'griefer';

const SAFE: Vote = { verdict: 'SAFE', isFind: false, hasReproducer: false };
const ALARM: Vote = { verdict: 'UNSAFE', isFind: false, hasReproducer: false };

type Ability = { readonly detection: number; readonly correlation: number };

/** How likely an honest reviewer is to call this case UNSAFE. */
function alarmChance({ isBad, canary }: Case, { detection }: Ability): number {
  if (!isBad) return HONEST.falseAlarm;
  return canary === 'plain' ? HONEST.plainCanaryCatch : detection;
}

/** The draws that the members of a family share for a case. */
export function drawFamilies(
  families: readonly string[],
  about: Omit<Case, 'familySees'>,
  ability: Ability,
  dice: Dice,
): Case {
  const whole = { ...about, familySees: new Map<string, boolean>() };
  const chance = alarmChance(whole, ability);
  return { ...about, familySees: new Map(families.map((family) => [family, dice.chance(chance)])) };
}

export const drawEngine = (isBad: boolean, canary: Case['canary'], dice: Dice): boolean =>
  dice.chance(isBad ? (canary === undefined ? ENGINE.detection : ENGINE.canaryDetection) : ENGINE.falseAlarm);

function reviewHonestly(judged: Case, family: string, ability: Ability, dice: Dice): Vote {
  const sees = dice.chance(ability.correlation)
    ? (judged.familySees.get(family) ?? false)
    : dice.chance(alarmChance(judged, ability));
  if (!sees) return SAFE;
  return judged.isBad ? { verdict: 'UNSAFE', isFind: true, hasReproducer: dice.chance(HONEST.reproducer) } : ALARM;
}

type Review = { readonly vote: Vote; readonly costMarks: number };

/** One seat's vote, and what it cost to come to it. */
export function review(
  strategy: Strategy,
  judged: Case,
  { family, ability }: { family: string; ability: Ability },
  dice: Dice,
): Review {
  const honestly = (): Review => ({
    vote: reviewHonestly(judged, family, ability, dice),
    costMarks: HONEST.reviewCostMarks,
  });
  switch (strategy) {
    case 'honest':
      return honestly();
    case 'lazy':
      return { vote: SAFE, costMarks: 0 };
    case 'half-lazy':
      return dice.chance(0.5) ? honestly() : { vote: SAFE, costMarks: 0 };
    case 'parrot':
      return { vote: judged.engineSees ? { ...ALARM, isFind: judged.isBad } : SAFE, costMarks: 0 };
    case 'bought':
      return judged.isTarget ? { vote: SAFE, costMarks: 0 } : honestly();
    case 'griefer':
      return { vote: ALARM, costMarks: 0 };
  }
}
