/** Canary results of remote validators: which have a record, and which families were distinguished. */
import { isRight, type ObservationKind } from './accuracy.ts';
import { COUNCIL } from './params.ts';

export const CANARY_ANSWERS: readonly ObservationKind[] = [
  'CANARY_CAUGHT',
  'CANARY_MISSED',
  'CANARY_PASSED',
  'FALSE_ALARM',
];

/** Whether the newest canary answers, newest first, are a sufficient record. Calibration does not count, because it is announced. */
export function hasRecord(observed: readonly ObservationKind[]): boolean {
  const { newest, rightMin, lastRight, eachKindMin } = COUNCIL.record;
  const answers = observed.filter((kind) => CANARY_ANSWERS.includes(kind)).slice(0, newest);
  const count = (kind: ObservationKind) => answers.filter((answer) => answer === kind).length;
  return (
    answers.length === newest &&
    answers.filter(isRight).length >= rightMin &&
    answers.slice(0, lastRight).every(isRight) &&
    count('CANARY_CAUGHT') >= eachKindMin &&
    count('CANARY_PASSED') >= eachKindMin
  );
}

/** All hosted seats. They vote by one report, whatever their family. The empty name cannot collide: a declared family always has a name. */
export const HOSTED_SEATS = '';

/** Two declared families on cases of known verdict that both judged. */
export type FamilyPair = {
  readonly one: string;
  readonly other: string;
  /** Cases that exactly one of them judged wrongly. Only canaries count, because an error there costs stake. */
  readonly erredAlone: number;
  readonly erredTogether: number;
};

const areApart = ({ erredAlone, erredTogether }: FamilyPair): boolean =>
  erredAlone >= COUNCIL.record.erredAloneMin && erredAlone > erredTogether;

/**
 * The families from which each declared family was distinguished. Two families count as one until their errors differ,
 * so a declaration can merge validators but never multiply them.
 */
export function distinguishFamilies(pairs: readonly FamilyPair[]): Map<string, string[]> {
  const apart = new Map<string, string[]>();
  for (const { one, other } of pairs.filter(areApart)) {
    apart.set(one, [...(apart.get(one) ?? []), other]);
    apart.set(other, [...(apart.get(other) ?? []), one]);
  }
  return new Map([...apart].map(([family, others]) => [family, [...new Set(others)].toSorted()]));
}
