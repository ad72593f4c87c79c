/** Turns the months of forked worlds into an operator's report. Pure. */
import type { Branch } from '@assay/economy/world';
import type { Concern, EconomySummary } from '@assay/protocol';

/** Metrics for judging a scenario, by their kernel names. */
const METRICS = [
  'unemploymentRate',
  'gdpReal',
  'medianIncome',
  'inflation12m',
  'housing.homeless',
  'housing.avgRent',
  'treasury.balance',
  'moneySupply',
] as const;
type Difference = {
  readonly metric: string;
  readonly mean_difference: number;
  readonly p10: number;
  readonly p90: number;
};

/** The value of the kernel's `health` from which a city is in RECESSION or CRISIS. */
const RECESSION_FROM = 3;

/** The share of futures in which the city reaches a recession or a crisis. */
export function recessionProbability(futures: readonly Branch[], city: number): number {
  const bad = futures.filter(({ months }) => months.some((cities) => (cities[city]?.health ?? 0) >= RECESSION_FROM));
  return futures.length === 0 ? 0 : bad.length / futures.length;
}

/** The effect of a scenario by its last month: each replica is compared with the one of the same seed. */
export function compareFutures(without: readonly Branch[], others: readonly Branch[], city: number): Difference[] {
  return METRICS.map((metric) => {
    const differences = others.map(
      (branch, replica) => lastOf(branch, city, metric) - lastOf(without[replica], city, metric),
    );
    const sorted = differences.toSorted((one, other) => one - other);
    const mean = differences.reduce((sum, one) => sum + one, 0) / Math.max(1, differences.length);
    return { metric, mean_difference: mean, p10: percentile(sorted, 0.1), p90: percentile(sorted, 0.9) };
  });
}

const lastOf = (branch: Branch | undefined, city: number, metric: string): number =>
  branch?.months.at(-1)?.[city]?.[metric] ?? 0;

/** Nearest rank. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;

const HEALTH_WORDS: Readonly<Record<EconomySummary['snapshot']['health'], string>> = {
  BOOM: 'grows faster than usual',
  STABLE: 'is stable',
  SLOWDOWN: 'is slowing down',
  RECESSION: 'is in a recession',
  CRISIS: 'is in a crisis',
};
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function diagnose(name: string, { snapshot, topConcerns }: EconomySummary): string {
  const { health, unemploymentRate, inflation12m } = snapshot;
  const first = `${name} ${HEALTH_WORDS[health]}: ${percent(unemploymentRate)} unemployed, prices ${percent(inflation12m)} in a year.`;
  if (topConcerns.length === 0) return first;
  return `${first} Worst first: ${topConcerns.map(({ code }) => code).join(', ')}.`;
}

type Advice = { readonly method: string; readonly params: Record<string, unknown>; readonly expected_effect: string };
const PUBLIC_POSTS_SHARE = 0.02;
const HOMES_MAX = 100;
const SALARY_CUT = -0.05;

/** Suggests an action for each concern, with parameters that are valid once a reason is added. */
export function advise({ snapshot, topConcerns }: EconomySummary): Advice[] {
  return topConcerns.flatMap((concern) => toAdvice(concern, snapshot) ?? []);
}

function toAdvice({ code, suggestedAction }: Concern, snapshot: EconomySummary['snapshot']): Advice | undefined {
  const city_id = snapshot.cityId;
  switch (suggestedAction?.method) {
    case 'executeEmergencyExpansion': {
      const posts = Math.max(1, Math.round(snapshot.population * PUBLIC_POSTS_SHARE));
      const amount = (snapshot.avgWagePublic * BigInt(posts)).toString();
      const params = { city_id, amount, financing: 'federal', allocation: { public_posts: posts } };
      return {
        method: suggestedAction.method,
        params,
        expected_effect: `${code}: ${posts} public posts for six months`,
      };
    }
    case 'createHousing': {
      const homes = Math.min(HOMES_MAX, Math.max(1, snapshot.housing.homeless));
      const params = { city_id, housing_distribution: { FLAT: homes } };
      return { method: suggestedAction.method, params, expected_effect: `${code}: ${homes} homes in about six months` };
    }
    case 'adjustPublicSalaries': {
      const params = { city_id, percentage: SALARY_CUT };
      return { method: suggestedAction.method, params, expected_effect: `${code}: public pay ${percent(SALARY_CUT)}` };
    }
    default:
      return undefined;
  }
}
