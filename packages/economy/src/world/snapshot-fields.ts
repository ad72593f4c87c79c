/** Monthly figures of a city, in the order of `city.snapshots`. Their indexes are part of the kernel version. */
import { TAXES } from './layout.ts';
import { SECTORS, TIERS } from './params.ts';

type FieldKind = 'count' | 'money' | 'ratio';

const counts = (names: readonly string[]) => names.map((name) => ({ name, kind: 'count' as FieldKind }));
const monies = (names: readonly string[]) => names.map((name) => ({ name, kind: 'money' as FieldKind }));
const ratios = (names: readonly string[]) => names.map((name) => ({ name, kind: 'ratio' as FieldKind }));

export const SNAPSHOT_FIELDS: readonly { readonly name: string; readonly kind: FieldKind }[] = [
  ...counts(['population', 'labourForce', 'employed', 'unemployed', 'vacancies', 'publicEmployees', 'unpaidWorkers']),
  ...ratios(['unemploymentRate', 'vacancyRate']),
  ...monies(['avgWagePrivate', 'avgWagePublic', 'medianIncome']),
  ...ratios(['cpi', 'inflationMonth', 'inflation12m']),
  ...monies(['gdpNominal', 'gdpReal', 'consumption', 'exports', 'imports']),
  ...counts(['businesses.active', 'businesses.founded', 'businesses.bankrupt']),
  ...counts(SECTORS.map((sector) => `businesses.bySector.${sector}`)),
  ...monies(['creditOutstanding']),
  ...ratios(['defaultRate', 'avgLoanRate', 'bankCapitalRatio']),
  ...counts(['housing.stock', 'housing.occupied', 'housing.vacant', 'housing.homeless', 'housing.underConstruction']),
  ...ratios(['housing.vacantRate', 'housing.rentToIncome']),
  ...monies(['housing.avgRent']),
  ...counts(TIERS.flatMap((tier) => [`housing.byTier.${tier}.stock`, `housing.byTier.${tier}.vacant`])),
  ...monies(TIERS.map((tier) => `housing.byTier.${tier}.avgRent`)),
  ...monies(['treasury.balance', 'treasury.revenue', 'treasury.spending']),
  ...ratios(['treasury.runwayMonths']),
  ...monies(TAXES.map((tax) => `treasury.byTax.${tax}`)),
  ...monies(['moneySupply']),
  ...ratios(['giniIncome', 'giniWealth']),
  ...counts(['migration.in', 'migration.out', 'migration.net', 'mood']),
  ...counts(['council.activeValidators']),
  ...monies(['council.feesEarned', 'council.slashed']),
  ...counts(['health', 'tick']),
];

const PLACES = new Map(SNAPSHOT_FIELDS.map(({ name }, place) => [name, place]));

export function fieldPlace(name: string): number {
  const place = PLACES.get(name);
  if (place === undefined) throw new RangeError(`No figure ${name}`);
  return place;
}

export type Figures = { [name: string]: number };
