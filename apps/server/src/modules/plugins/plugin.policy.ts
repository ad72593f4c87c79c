import type { ProductType } from '@assay/protocol';

const MARK = 1_000_000n;
export const PLUGIN_TERMS = {
  creationFee: 20n * MARK,
  changeFee: 5n * MARK,
  freeResubmits: 2,
  marketplaceFeeBp: 500,
  authorShareBp: 500,
} as const;

/** The surface of a pack, as products are called. */
const PRODUCTS: Readonly<Record<string, ProductType>> = {
  skill: 'SKILL',
  api: 'API',
  'api+skill': 'SKILL+API',
  tool: 'TOOL',
  contract: 'CONTRACT',
};
export const productOf = (surface: readonly string[]): ProductType | undefined =>
  PRODUCTS[[...new Set(surface)].sort().join('+')];

/** A combined plugin and one of its parts would look at the same product twice. */
export const isConflict = (one: ProductType, other: ProductType): boolean =>
  isCombinedWith(one, other) || isCombinedWith(other, one);
const isCombinedWith = (one: ProductType, other: ProductType): boolean =>
  one === 'SKILL+API' && (other === 'SKILL' || other === 'API');

/** What findings of a plugin are called after: its name, and enough of its id to be the only one. */
export function packIdOf({ id, name }: { readonly id: string; readonly name: string }): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug || 'plugin'}.${id.slice(-8)}`;
}

/** What was seen when a plugin ran over cases of known verdict. */
export type Measured = {
  readonly good: number;
  /** Good cases with a HIGH finding of the plugin, and with a MEDIUM one. */
  readonly goodHigh: number;
  readonly goodMedium: number;
  /** Bad cases that the engine alone passes, and how many of them the plugin sees. */
  readonly missed: number;
  readonly caught: number;
  readonly dropped: number;
};

const FALSE_HIGH_PERCENT = 1;
const FALSE_MEDIUM_PERCENT = 5;

/** What speaks against a plugin by what it did on known cases. */
export function findFalseAlarms({ good, goodHigh, goodMedium, dropped }: Measured): string[] {
  const isOver = (hits: number, percent: number): boolean => hits * 100 > good * percent;
  return [
    ...(isOver(goodHigh, FALSE_HIGH_PERCENT) ? [`HIGH findings in ${goodHigh} of ${good} harmless cases`] : []),
    ...(isOver(goodMedium, FALSE_MEDIUM_PERCENT) ? [`MEDIUM findings in ${goodMedium} of ${good} harmless cases`] : []),
    ...(dropped > 0 ? [`over its budget in ${dropped} cases`] : []),
  ];
}

/** 0 to 1000: of what the engine misses, how much it sees; less for every false alarm. Unknown while nothing is missed. */
export function toQuality({ good, goodHigh, missed, caught }: Measured): number | null {
  if (missed === 0) return null;
  const falseShare = good === 0 ? 0 : Math.min(1, (goodHigh / good) * 50);
  return Math.round(1_000 * (caught / missed) * (1 - falseShare));
}
