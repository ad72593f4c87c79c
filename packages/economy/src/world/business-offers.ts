/** The price for which a business is for sale. */
import { ACTOR_FLAGS } from './layout.ts';
import { ASKED_MAX } from './player-limits.ts';
import type { World } from './state.ts';

/** The months of profit that a resident asks for. */
const PROFIT_MONTHS = 24;

/** The current price for this buyer, or for any buyer; undefined if the business is not for sale. */
export function offerPrice(w: World, f: number, buyer?: number): number | undefined {
  const listed = w.side.offers.find(({ business }) => business === f);
  if (listed === undefined) return residentsPrice(w, f);
  return buyer === undefined || listed.to === null || listed.to === buyer ? listed.price : undefined;
}

/**
 * A resident without a player asks for the cash after debts, two years of profit and the capital of a founder. Buying is
 * therefore never cheaper than founding, and closing the business after the purchase is a loss.
 */
function residentsPrice(w: World, f: number): number | undefined {
  const { status, owner, deposit, debt, revenueLast, costsLast, city } = w.business;
  if (w.params.switches.askingPrices !== true || status[f] !== 1 || owner[f] < 0) return undefined;
  if ((w.actor.flags[owner[f]] & ACTOR_FLAGS.linked) !== 0) return undefined;
  const profit = Math.max(0, Math.max(0, revenueLast[f]) - costsLast[f]);
  const capital = w.params.foundingCapital * w.city.publicWage[city[f]];
  const price = Math.ceil(Math.max(0, deposit[f] - debt[f]) + PROFIT_MONTHS * profit + capital);
  return price <= ASKED_MAX ? price : undefined;
}
