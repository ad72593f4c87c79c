import type { VerdictValue } from '@assay/protocol';
import { kindOf, type Measured, type MeasuredRow, type ReaderBounds } from './reader-results.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What an honest review with a model costs a remote validator, in marks of work and tokens. */
const REVIEW_COST_MARKS = 3;

export type Case = {
  readonly row: MeasuredRow;
  /** A package of the attacker, which must get through. */
  readonly isTarget: boolean;
  /** What the model of each family says: the same to all who ask it. */
  readonly familyRefuses: ReadonlyMap<string, boolean>;
  /** What the service's report says: its engine, and the models of its own. */
  readonly reportBlocks: boolean;
};
export type Vote = { readonly verdict: VerdictValue; readonly isFind: boolean };
/** `hosted`: a validator of the service itself, which votes by the report. `engine`: honest, and without a model. */
export type Strategy =
  | 'hosted'
  | 'honest'
  | 'engine'
  | 'lazy'
  | 'half-lazy'
  | 'parrot'
  | 'bought'
  | 'griefer'
  /** Honest until it has a record, then always UNSAFE. */
  | 'sleeper';

/** Who reads: the models of the service, and those of remote validators, by family. */
export type Readers = { readonly service: readonly string[]; readonly remote: readonly string[] };

/**
 * A sample as it was measured. A family that was recorded says what it said, and errs besides as often as the worse end of its
 * interval allows; one that was not recorded yet does as well as the worst recorded one, on its own luck.
 */
export function drawCase(measured: Measured, readers: Readers, { isBad, isTarget }: Drawn, random: SeededRandom): Case {
  const rows = isBad ? measured.bad : measured.good;
  const row = rows[Math.floor(random.number() * rows.length)];
  if (row === undefined) throw new Error('Nothing was measured.');
  const families = [...new Set([...readers.service, ...readers.remote])];
  const familyRefuses = new Map(families.map((family) => [family, drawRefusal(row, family, measured, random)]));
  const reportBlocks = row.engineBlocks || readers.service.some((family) => familyRefuses.get(family));
  return { row, isTarget, familyRefuses, reportBlocks };
}

type Drawn = { readonly isBad: boolean; readonly isTarget: boolean };

function drawRefusal(row: MeasuredRow, family: string, { readers }: Measured, random: SeededRandom): boolean {
  const recorded = readers.find(({ name }) => name === family);
  const bounds = recorded ?? worstOf(readers, row);
  const said = recorded === undefined ? undefined : row.readers[family];
  const luck = random.number();
  if (!row.isBad) return said === 'REFUSE' || luck < bounds.harmless.high;
  const { hits, n, low } = bounds[kindOf(row)];
  // Recorded misses stay misses; of what was caught, so much is lost that the lower end of the interval is left.
  if (said !== undefined) return said === 'REFUSE' && luck < (low * n) / hits;
  return luck < low;
}

function worstOf(readers: readonly ReaderBounds[], row: MeasuredRow): ReaderBounds {
  const [worst] = readers.toSorted((a, b) => a[kindOf(row)].low - b[kindOf(row)].low);
  if (worst === undefined) throw new Error('No reader was recorded.');
  return worst;
}

const SAFE: Vote = { verdict: 'SAFE', isFind: false };
const vote = (isUnsafe: boolean, { row }: Case): Vote => (isUnsafe ? { verdict: 'UNSAFE', isFind: row.isBad } : SAFE);

type Review = { readonly vote: Vote; readonly costMarks: number };

type Seated = {
  readonly strategy: Strategy;
  readonly judged: Case;
  readonly model: string;
  /** Its answers to canaries let it sit beside others of its kind. */
  readonly hasRecord: boolean;
};

/** One seat's vote, and what it cost to come to it. */
export function review({ strategy, judged, model, hasRecord }: Seated, random: SeededRandom): Review {
  const free = (given: Vote): Review => ({ vote: given, costMarks: 0 });
  const { row, familyRefuses, reportBlocks, isTarget } = judged;
  const honestly = (): Review => ({
    vote: vote(row.engineBlocks || (familyRefuses.get(model) ?? false), judged),
    costMarks: REVIEW_COST_MARKS,
  });
  switch (strategy) {
    case 'hosted':
      return free(vote(reportBlocks, judged));
    case 'honest':
      return honestly();
    case 'lazy':
      return free(SAFE);
    case 'half-lazy':
      return random.chance(0.5) ? honestly() : free(SAFE);
    case 'engine':
    case 'parrot':
      return free(vote(row.engineBlocks, judged));
    case 'bought':
      return isTarget ? free(SAFE) : honestly();
    case 'sleeper':
      return hasRecord ? free({ verdict: 'UNSAFE', isFind: false }) : honestly();
    case 'griefer':
      return free({ verdict: 'UNSAFE', isFind: false });
  }
}
