/** Step u: actors that expect a better life in another city, and find a home there, move. */

import type { Rows } from '../columns.ts';
import { emit } from '../events.ts';
import { softStep } from '../exact.ts';
import { KernelFault } from '../fault.ts';
import { moveIn, moveOut, rentOf } from '../homes.ts';
import { actorId, cityId } from '../ids.ts';
import { isUnemployed, leaveJob } from '../labour.ts';
import { TAXES } from '../layout.ts';
import { actorAccount, cityAccount, move } from '../ledger.ts';
import { CONSUMER_SECTORS, SUPPLIERS } from '../params.ts';
import { isVisiting } from '../presence.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';
import { LEAST_PRICE } from './limits.ts';

const FEE_SHARE = 0.1;
/** The months of rent that must remain after the fee. */
const RENTS_LEFT = 2;
const PURSE_SHARE = 0.02;
const SLOPE = 2;
/** A newcomer asks for a slightly lower wage. */
const MODESTY = 0.95;

export const moveFee = (w: World, city: number): number => Math.floor(FEE_SHARE * w.city.publicWage[city]);

export function migrate(w: World): void {
  const { params } = w;
  const dice = diceFor(w, 'migration');
  const appeal = Array.from({ length: w.rows.city }, (_, c) => appealOf(w, c));
  const scale = Math.abs(appeal.reduce((sum, one) => sum + one, 0) / appeal.length) || 1;
  const { city, deposit } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) {
    if (isVisiting(w, h)) continue;
    const chance = isUnemployed(w, h) ? params.moveChanceUnemployed : params.moveChanceOthers;
    if (dice.uniform() >= chance) continue;
    const target = dice.below(w.rows.city);
    const free = w.lists.vacant[target] as Rows;
    if (target === city[h] || free.length === 0) continue;
    const gain = ((appeal[target] as number) - (appeal[city[h]] as number)) / scale;
    const isWilling = dice.uniform() < softStep(SLOPE * (gain * params.moveSlope - params.moveCost));
    if (!isWilling || deposit[h] <= moveFee(w, target) + w.city.rentIndex[target] * RENTS_LEFT) continue;
    const dwelling: number = free[dice.below(free.length)];
    if (mayAffordThere(w, h, target, rentOf(w, dwelling))) relocate(w, h, target, dwelling);
  }
}

/** Expected net pay minus rent, in goods. */
function appealOf(w: World, c: number): number {
  const { unemployed, population, publicWage, incomeTax, benefit, rentIndex } = w.city;
  const u = unemployed[c] / Math.max(1, population[c]);
  const shops = w.lists.byCity[c] as Rows;
  let sum = 0;
  for (const f of shops) sum += w.business.price[f];
  const price = shops.length > 0 ? sum / shops.length : LEAST_PRICE;
  const earned = (1 - u) * publicWage[c] * (1 - incomeTax[c]) + u * benefit[c] * publicWage[c];
  // Money has no value in a city without shops.
  return shops.length > 0 ? (earned - rentIndex[c]) / price : 0;
}

export const mayAffordThere = (w: World, h: number, city: number, rent: number): boolean => {
  const income = Math.max(w.actor.income[h], w.city.benefit[city] * w.city.publicWage[city]);
  return rent <= w.params.affordability * income + PURSE_SHARE * w.actor.deposit[h];
};

/** The actor loses its job and suppliers. Callers must check that it is a resident and that the dwelling is vacant and in another city. */
export function relocate(w: World, h: number, target: number, dwelling: number): void {
  const from = w.actor.city[h];
  if (isVisiting(w, h)) throw new KernelFault('I7', `visitor ${h} would move from city ${from} to ${target}`);
  if (from === target || w.dwelling.city[dwelling] !== target || w.dwelling.vacantPlace[dwelling] < 0) {
    throw new KernelFault('I6', `actor ${h} of city ${from} would move to city ${target} into dwelling ${dwelling}`);
  }
  leaveJob(w, h);
  w.actor.publicPost[h] = 0;
  const fee = move(w, actorAccount(h), cityAccount(target), moveFee(w, target), 'FEE');
  w.city.taxes[target * TAXES.length + 4] += fee;
  moveOut(w, h);
  w.actor.city[h] = target;
  moveIn(w, h, dwelling);
  const width = CONSUMER_SECTORS * SUPPLIERS;
  w.actor.suppliers.fill(-1, h * width, (h + 1) * width);
  w.actor.reservationWage[h] *= MODESTY;
  w.city.departures[from] += 1;
  w.city.arrivals[target] += 1;
  w.city.population[from] -= 1;
  w.city.population[target] += 1;
  const data = { fromCityId: cityId(w, from), toCityId: cityId(w, target), cost: fee };
  emit(w, 'actor.moved', { actor: h, city: target, subject: { type: 'actor', id: actorId(w, h) }, data });
}
