/** Step c: each business adjusts its wage, staff and price to its stock. */
import { clamp, growth, logarithm } from '../exact.ts';
import { leaveJob } from '../labour.ts';
import { HIRING_LEVER, LEVERS, PRICE_LEVER, WAGE_LEVER } from '../layout.ts';
import { DAYS_PER_MONTH } from '../params.ts';
import { ASKED_MAX } from '../player-limits.ts';
import type { Dice } from '../rng.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';
import { LEAST_PRICE, LEAST_WAGE } from './limits.ts';
import { productivityLevel } from './productivity.ts';

/** A new business without staff seeks its first two employees for this many months. */
const [FIRST_MONTHS, FIRST_STAFF] = [3, 2] as const;

export function planBusinesses(w: World): void {
  const dice = diceFor(w, 'planning');
  const { params } = w;
  const level = productivityLevel(w, w.lists.bySector.flat());
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] !== 1) continue;
    const z = w.business.productivity;
    z[f] = growth(
      level + params.productivityMemory * (logarithm(z[f]) - level) + params.productivityStep * dice.normal(),
    );
    reviseWage(w, f, dice);
    reviseStaff(w, f, dice);
    revisePrice(w, f, dice);
    w.business.hadVacancies[f] = w.business.vacancies[f];
  }
}

const isManual = (w: World, f: number, lever: number): boolean =>
  w.business.manualUntil[f * LEVERS.length + lever] > w.tick;

function reviseWage(w: World, f: number, dice: Dice): void {
  const { wage, hadVacancies, vacancies, fullMonths } = w.business;
  const { wageRevision, wageStep, wagePatience } = w.params;
  const mayRevise = dice.uniform() < wageRevision && !isManual(w, f, WAGE_LEVER);
  if (hadVacancies[f] > 0 && vacancies[f] > 0) {
    if (mayRevise) wage[f] *= 1 + dice.uniform() * wageStep;
    fullMonths[f] = 0;
  } else {
    fullMonths[f] += 1;
    if (mayRevise && fullMonths[f] > wagePatience) wage[f] *= 1 - dice.uniform() * wageStep;
  }
  wage[f] = clamp(Math.round(wage[f]), LEAST_WAGE, ASKED_MAX);
}

function reviseStaff(w: World, f: number, dice: Dice): void {
  const { stock, expectedDemand, vacancies, notice, quits, idleMonths } = w.business;
  const { stockLow, stockHigh, vacancySpeed, noticeSpeed } = w.params;
  const staff = w.lists.staff[f] ?? [];
  const [low, high] = [stockLow * expectedDemand[f], stockHigh * expectedDemand[f]];
  if (notice[f] > 0 && stock[f] >= low) {
    for (let k = 0; k < notice[f] && staff.length > 0; k++) leaveJob(w, staff[dice.below(staff.length)] as number);
  }
  notice[f] = 0;
  // The owner posted these vacancies. They stay until they are filled or the manual setting expires.
  if (isManual(w, f, HIRING_LEVER)) return;
  vacancies[f] = 0;
  if (stock[f] < low) vacancies[f] = Math.max(1, Math.round(vacancySpeed * staff.length), quits[f]);
  else if (stock[f] <= high) vacancies[f] = quits[f];
  else notice[f] = Math.max(1, Math.round(noticeSpeed * staff.length));
  if (staff.length === 0 && vacancies[f] === 0 && idleMonths[f] < FIRST_MONTHS) vacancies[f] = FIRST_STAFF;
}

function revisePrice(w: World, f: number, dice: Dice): void {
  const { stock, expectedDemand, price, wage, productivity } = w.business;
  const { params } = w;
  if (dice.uniform() < params.priceChance && !isManual(w, f, PRICE_LEVER)) {
    const unitCost = wage[f] / (params.output * productivity[f] * DAYS_PER_MONTH);
    if (stock[f] < params.stockLow * expectedDemand[f] && price[f] < params.priceBandHigh * unitCost) {
      price[f] *= 1 + dice.uniform() * params.priceStep;
    } else if (stock[f] > params.stockHigh * expectedDemand[f] && price[f] > params.priceBandLow * unitCost) {
      price[f] *= 1 - dice.uniform() * params.priceStep;
    }
  }
  price[f] = clamp(Math.round(price[f]), LEAST_PRICE, ASKED_MAX);
}
