/** Step h: a day's work, and what perishes. */
import { FOOD, SERVICES } from '../params.ts';
import type { World } from '../state.ts';

export function produce(w: World): void {
  const { params, business } = w;
  const { status, sector, city, stock, units, productivity, bonus, opening, produced, spoiled, sold, price } = business;
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    const s = sector[f];
    const share = s === FOOD ? params.spoilageFood : s === SERVICES ? params.spoilageServices : 0;
    opening[f] = stock[f];
    spoiled[f] = stock[f] * share;
    const made = params.output * productivity[f] * units[f] * (s === FOOD ? 1 + w.nation.harvest : 1) * bonus[f];
    produced[f] = made;
    sold[f] = 0;
    stock[f] = stock[f] - spoiled[f] + made;
    w.city.output[city[f]] += made;
    w.city.outputNominal[city[f]] += made * price[f];
  }
}
