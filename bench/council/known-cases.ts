import { type FamilyPair, HOSTED_SEATS } from '@assay/economy/council';

type KnownSeat = {
  readonly id: string;
  readonly family: string;
  readonly isHosted: boolean;
  readonly hasErred: boolean;
};
/** All validators that had a seat on one canary. */
export type KnownCase = readonly KnownSeat[];

/** How often declared families erred alone and together, by the answers of those who have a record today; as the service counts it. */
export function toPairs(known: readonly KnownCase[], withRecord: ReadonlySet<string>): FamilyPair[] {
  const pairs = new Map<string, { one: string; other: string; erredAlone: number; erredTogether: number }>();
  for (const seats of known) {
    // What everybody got wrong tells nobody apart.
    if (seats.every(({ hasErred }) => hasErred)) continue;
    const counted = seats.filter(({ id, isHosted }) => isHosted || withRecord.has(id));
    const families = Map.groupBy(counted, ({ family, isHosted }) => (isHosted ? HOSTED_SEATS : family));
    // A family has erred where all of its seats have: one that errs on purpose tells nothing of the others.
    const erred = [...families].map(([family, own]) => [family, own.every(({ hasErred }) => hasErred)] as const);
    for (const [one, oneErred] of erred) {
      for (const [other, otherErred] of erred) {
        if (one >= other || !(oneErred || otherErred)) continue;
        const key = JSON.stringify([one, other]);
        const pair = pairs.get(key) ?? { one, other, erredAlone: 0, erredTogether: 0 };
        pair[oneErred && otherErred ? 'erredTogether' : 'erredAlone']++;
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()];
}
