/** Step d: a business that cannot cover the next payroll asks its city's bank for credit. */

import { CREDIT_LEVER, LEVERS } from '../layout.ts';
import { businessAccount, lendTo } from '../ledger.ts';
import type { World } from '../state.ts';
import { NO_REVENUE_YET } from './limits.ts';

export function lendToBusinesses(w: World): void {
  for (let f = 0; f < w.rows.business; f++) {
    if (w.business.status[f] !== 1 || w.business.manualUntil[f * LEVERS.length + CREDIT_LEVER] > w.tick) continue;
    const { wage, units, vacancies, deposit } = w.business;
    const gap = Math.floor(wage[f] * (units[f] + vacancies[f]) - deposit[f]);
    const amount = gap > 0 ? Math.min(gap, creditLine(w, f)) : 0;
    if (amount > 0) lendToBusiness(w, f, amount);
  }
}

/** The amount that a bank's own funds still allow it to lend. */
export const bankRoom = (w: World, bank: number): number =>
  Math.max(0, w.params.capitalMultiple * w.bank.deposit[bank] - w.bank.loans[bank]);

/** The amount that the bank would lend this business today; 0 for a business that does not earn its wages. */
export function creditLine(w: World, f: number): number {
  const { wage, units, vacancies, deposit, debt, missedPayroll, revenueLast, city } = w.business;
  const { covenant, leverage } = w.params;
  const earnsWages = revenueLast[f] === NO_REVENUE_YET || revenueLast[f] >= covenant * wage[f] * units[f];
  if (deposit[f] <= 0 || missedPayroll[f] > 0 || !earnsWages) return 0;
  const bank = city[f];
  const most = Math.min(leverage, w.bank.leverage[bank]) * wage[f] * (units[f] + vacancies[f]);
  return Math.max(0, Math.floor(Math.min(bankRoom(w, bank), Math.floor(most) - debt[f])));
}

export function lendToBusiness(w: World, f: number, amount: number): void {
  const { debt, lent, lentTick, city } = w.business;
  if (debt[f] === 0) {
    lent[f] = 0;
    lentTick[f] = w.tick;
  }
  lendTo(w, city[f], businessAccount(f), amount);
  debt[f] += amount;
  lent[f] += amount;
}
