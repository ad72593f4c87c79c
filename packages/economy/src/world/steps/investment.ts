/** When the switch is on: businesses invest in building work, and their productivity rises with it. */

import { balanceOf, businessAccount } from '../ledger.ts';
import { CONSTRUCTION, DAYS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { buildingQuote, buyWork } from './building.ts';
import { diceFor } from './dice.ts';

/** The share of a surplus after tax that is invested. */
const SHARE = 0.2;
/** The growth of productivity when the bought work equals the month's output of the staff, and its monthly limit. */
const [GAIN, MOST_GAIN] = [0.08, 0.01] as const;

/** Buys building work from the surplus of business `f` and returns its cost. */
export function invest(w: World, f: number, surplus: number): number {
  const { city, sector, productivity, units } = w.business;
  if (w.params.switches.investment !== true || sector[f] === CONSTRUCTION) return 0;
  const price = buildingQuote(w, city[f], 1) / w.params.buildWork;
  const payer = businessAccount(f);
  const before = balanceOf(w, payer);
  // The price of the chosen builder can be above the quoted mean, never above the whole surplus.
  const wanted = price > 0 ? (SHARE * surplus) / price : 0;
  const bought = buyWork(w, {
    payer,
    city: city[f],
    units: wanted,
    dice: diceFor(w, 'investment', f),
    budget: surplus,
  });
  const gain = (GAIN * bought) / (DAYS_PER_MONTH * Math.max(1, units[f]) * productivity[f]);
  productivity[f] *= 1 + Math.min(MOST_GAIN, gain);
  return before - balanceOf(w, payer);
}
