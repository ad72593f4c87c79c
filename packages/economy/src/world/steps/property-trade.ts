/** When the switch is on: owners in arrears sell, and savers buy homes that yield more than the bank charges. */

import { rentOf } from '../homes.ts';
import { ASKED_MAX } from '../player-limits.ts';
import { drawActor } from '../presence.ts';
import { sellProperty, worthOf } from '../property.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

const ARREARS_TO_SELL = 2;
const [LOOKERS, SAVINGS] = [5, 1.5] as const;

export function tradeProperty(w: World): void {
  if (!w.params.switches.propertyTrade) return;
  const dice = diceFor(w, 'property');
  const { standing, owner, salePrice, city } = w.dwelling;
  for (let d = 0; d < w.rows.dwelling; d++) {
    if (standing[d] === 0) continue;
    const seller = owner[d];
    if (salePrice[d] === 0 && seller >= 0 && w.actor.arrears[seller] >= ARREARS_TO_SELL)
      salePrice[d] = Math.min(ASKED_MAX, worthOf(w, d));
    if (salePrice[d] === 0) continue;
    const paysMore = rentOf(w, d) / salePrice[d] > w.bank.rate[city[d]];
    for (let look = 0; look < LOOKERS && paysMore && salePrice[d] > 0; look++) {
      const buyer = drawActor(w, dice);
      if (buyer !== seller && w.actor.deposit[buyer] > SAVINGS * salePrice[d]) sellProperty(w, d, buyer);
    }
  }
}
