import { PLUGIN_LIMITS, type PluginMeasurement, type ProductType } from '@assay/protocol';

const MARK = 1_000_000n;
export const PLUGIN_TERMS = {
  creationFee: 20n * MARK,
  changeFee: 5n * MARK,
  freeResubmits: 2,
  marketplaceFeeBp: 500,
  authorShareBp: 500,
} as const;

/** Product types by the surface of a pack. */
const PRODUCTS: Readonly<Record<string, ProductType>> = {
  skill: 'SKILL',
  api: 'API',
  'api+skill': 'SKILL+API',
  tool: 'TOOL',
  contract: 'CONTRACT',
};
export const productOf = (surface: readonly string[]): ProductType | undefined =>
  PRODUCTS[[...new Set(surface)].sort().join('+')];

/** A combined plugin and one of its parts would review the same product twice. */
export const isConflict = (one: ProductType, other: ProductType): boolean =>
  isCombinedWith(one, other) || isCombinedWith(other, one);
const isCombinedWith = (one: ProductType, other: ProductType): boolean =>
  one === 'SKILL+API' && (other === 'SKILL' || other === 'API');

/** The prefix of a plugin's finding ids: its name and enough of its id to be unique. */
export function packIdOf({ id, name }: { readonly id: string; readonly name: string }): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug || 'plugin'}.${id.slice(-8)}`;
}

/** Counts from running a plugin on cases with a known verdict. */
export type Measured = {
  readonly good: number;
  /** Good cases with a HIGH finding of the plugin; `goodMedium` counts those with a MEDIUM one. */
  readonly goodHigh: number;
  readonly goodMedium: number;
  readonly attacks: number;
  /** Attacks with a HIGH finding of the plugin. `foundAlone` counts those that the engine alone passes. */
  readonly found: number;
  readonly foundAlone: number;
  readonly dropped: number;
};

const FALSE_HIGH_PERCENT = 1;
const FALSE_MEDIUM_PERCENT = 5;

/** Reasons to reject a plugin, from its results on known cases. */
export function findFalseAlarms({ good, goodHigh, goodMedium, dropped }: Measured): string[] {
  const isOver = (hits: number, percent: number): boolean => hits * 100 > good * percent;
  return [
    ...(isOver(goodHigh, FALSE_HIGH_PERCENT) ? [`HIGH findings in ${goodHigh} of ${good} harmless cases`] : []),
    ...(isOver(goodMedium, FALSE_MEDIUM_PERCENT) ? [`MEDIUM findings in ${goodMedium} of ${good} harmless cases`] : []),
    ...(dropped > 0 ? [`over its budget in ${dropped} cases`] : []),
  ];
}

/** The stored and shown form. */
export type Measurement = Omit<PluginMeasurement, 'interval'> & {
  readonly interval: { readonly low: number; readonly high: number } | null;
};

/** A false positive in every fiftieth harmless case reduces the quality to zero. */
const FALSE_WEIGHT = 50;

/**
 * Of 1,000 attacks, the number found with the plugin and missed by the engine alone, reduced by false positives. A
 * plugin that repeats rules of the engine scores 0. Null when there are too few cases.
 */
export function toMeasurement(measured: Measured): { quality: number | null; measurement: Measurement } {
  const { good, goodHigh, attacks, found, foundAlone } = measured;
  const cases = good + attacks;
  const counts = { cases, harmless: good, falseAlarms: goodHigh, attacks, found, foundAlone };
  if (cases < PLUGIN_LIMITS.measuredCasesMin || attacks === 0)
    return { quality: null, measurement: { ...counts, interval: null } };
  const trust = 1 - (good === 0 ? 0 : Math.min(1, (goodHigh / good) * FALSE_WEIGHT));
  const toQuality = (share: number): number => Math.round(1_000 * share * trust);
  const { low, high } = wilson(foundAlone, attacks);
  const interval = { low: toQuality(low), high: toQuality(high) };
  return { quality: toQuality(foundAlone / attacks), measurement: { ...counts, interval } };
}

/** 95 % confidence. */
const Z = 1.96;

/** The Wilson interval of a proportion. It is valid for few cases and for proportions near 0 and 1. */
function wilson(hits: number, of: number): { low: number; high: number } {
  const share = hits / of;
  const middle = share + Z ** 2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const whole = 1 + Z ** 2 / of;
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) };
}
