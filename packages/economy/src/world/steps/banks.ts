/** Step n: the price of credit follows the losses; banks distribute their surplus. */

import { emit } from '../events.ts';
import { bankId } from '../ids.ts';
import { bankAccount, COMMONS, move, retire } from '../ledger.ts';
import { presentCount } from '../presence.ts';
import type { World } from '../state.ts';

const [OLD, NEW] = [0.97, 0.03] as const;
/** The maximum loss share that one month contributes. */
const WORST_MONTH = 0.2;
/** A bank's own funds for each mark lent, as a multiple of the capital rule's minimum. */
const CUSHION = 1.5;

export function priceCredit(w: World): void {
  const { params } = w;
  for (let b = 0; b < w.rows.bank; b++) {
    const { loans, losses, lossRate, rate } = w.bank;
    const share = Math.min(WORST_MONTH, losses[b] / Math.max(1, loans[b] + losses[b]));
    lossRate[b] = OLD * lossRate[b] + NEW * share;
    losses[b] = 0;
    rate[b] = Math.min(params.rateMax, params.rateBase + params.rateLossFactor * lossRate[b]);
  }
  for (let b = 0; b < w.rows.bank; b++) payOut(w, b);
}

function payOut(w: World, b: number): void {
  const { bankFloor, capitalMultiple } = w.params;
  const floor = (bankFloor * w.city.publicWage[b] * presentCount(w)) / w.rows.city;
  const surplus = w.bank.deposit[b] - Math.floor(Math.max(floor, (CUSHION * w.bank.loans[b]) / capitalMultiple));
  if (surplus <= 0) return;
  const owed = Math.min(w.nation.recapOutstanding, surplus);
  if (owed === 0) {
    move(w, bankAccount(b), COMMONS, surplus, 'COMMONS');
    return;
  }
  retire(w, bankAccount(b), owed, 'CAPITAL');
  w.nation.recapOutstanding -= owed;
  const data = { amount: owed, reason: 'recapitalisation', reference: bankId(w, b) };
  emit(w, 'money.retired', { city: b, subject: { type: 'bank', id: data.reference }, data });
}
