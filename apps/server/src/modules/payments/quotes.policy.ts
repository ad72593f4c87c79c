import type { ProductType } from '@assay/protocol';
import { PRICE_LIST, type PriceDriver } from './price-list.ts';

/** Units of each priced item in an input, by driver code. A missing code means 0. */
export type Surface = Readonly<Partial<Record<string, number>>>;
/** Amounts are strings, as stored and sent. */
export type PricedDriver = {
  readonly code: string;
  readonly units: number;
  readonly freeUnits: number;
  readonly unitAmount: string;
  readonly amount: string;
};
type PricedInput = { readonly base: bigint; readonly drivers: PricedDriver[]; readonly total: bigint };

export const QUOTE_LIFE_MS = 30 * 60_000;

/** For a product with two sides, the higher price applies. */
const SIDES: Readonly<Partial<Record<ProductType, readonly ProductType[]>>> = { 'SKILL+API': ['SKILL', 'API'] };

export function priceOf(productType: ProductType, surface: Surface): PricedInput {
  const { base, drivers } = PRICE_LIST[productType];
  const sides = (SIDES[productType] ?? [productType]).map((side) => sumOf(PRICE_LIST[side].drivers, surface));
  const extra = sides.reduce((dearest, sum) => (sum > dearest ? sum : dearest), 0n);
  return { base, drivers: drivers.map((driver) => priceDriver(driver, surface)), total: base + extra };
}

const sumOf = (drivers: readonly PriceDriver[], surface: Surface): bigint =>
  drivers.reduce((sum, driver) => sum + amountOf(driver, surface), 0n);

function amountOf({ code, freeUnits, unitAmount }: PriceDriver, surface: Surface): bigint {
  const paid = unitsOf(code, surface) - freeUnits;
  return paid > 0 ? BigInt(paid) * unitAmount : 0n;
}

function unitsOf(code: string, surface: Surface): number {
  const units = surface[code] ?? 0;
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`${code} must be a count`);
  return units;
}

const priceDriver = (driver: PriceDriver, surface: Surface): PricedDriver => ({
  code: driver.code,
  units: unitsOf(driver.code, surface),
  freeUnits: driver.freeUnits,
  unitAmount: driver.unitAmount.toString(),
  amount: amountOf(driver, surface).toString(),
});
