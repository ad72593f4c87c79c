/**
 * How far prices carry more money: all deposits of the default world are doubled, and the last year of `months` is compared with the
 * same future without it. In an economy whose prices adjust, real figures return to those of the control.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { checkInvariants, type Input, load, step, TICKS_PER_MONTH, type World } from '@assay/economy/world';
import { type Month, readMonth } from './run.ts';

const MONTHS_PER_YEAR = 12;
const STATE = gunzipSync(readFileSync(fileURLToPath(import.meta.resolve('@assay/economy/meridian'))));

type Params = Extract<Input, { kind: 'params.change' }>['change'];
type Year = { readonly [Name in 'unemployment' | 'output' | 'realWage' | 'prices']: number };
export type Doubling = { readonly control: Year; readonly doubled: Year };

/** Issues as much to each account as it holds. */
function double(w: World): void {
  const books = [w.actor.deposit, w.business.deposit, w.city.deposit, w.bank.deposit, w.fund.deposit];
  for (const book of books) {
    for (const [place, amount] of book.entries()) {
      book[place] = 2 * amount;
      w.nation.issued += amount;
    }
  }
  const [broken] = checkInvariants(w);
  if (broken !== undefined) throw new Error(`After the doubling: ${JSON.stringify(broken)}`);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function lastYear(months: number, change: Params, isDoubled: boolean): Year {
  const world = load(STATE);
  step(world, [{ kind: 'params.change', change }], { isSilent: true });
  if (isDoubled) double(world);
  const seen: Month[] = [];
  while (seen.length < months) {
    const { tick } = world;
    step(world, [], { isSilent: true });
    if (tick % TICKS_PER_MONTH === 0) seen.push(readMonth(world, seen.length));
  }
  const year = seen.slice(-MONTHS_PER_YEAR);
  return {
    unemployment: mean(year.map(({ unemployment }) => unemployment)),
    output: mean(year.map(({ output }) => output)),
    realWage: mean(year.map(({ wage, prices }) => wage / prices)),
    prices: mean(year.map(({ prices }) => prices)),
  };
}

export const measureDoubling = (months: number, change: Params): Doubling => ({
  control: lastYear(months, change, false),
  doubled: lastYear(months, change, true),
});
