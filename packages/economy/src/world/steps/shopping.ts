/** Step i: every actor shops once a day, one sector in turn, with up to three suppliers. */
import { actorAccount, recordSale } from '../ledger.ts';
import { CONSUMER_SECTORS, SUPPLIERS } from '../params.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';
import { freight } from './freight.ts';

/** A visit ends when at most this share of what was wanted is missing. */
const MISSING = 0.05;
const NOTHING = 1e-9;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** A random start and a stride that meets everybody once: a new order each day without a shuffle. */
export function shop(w: World, day: number): void {
  const people = w.rows.actor;
  const dice = diceFor(w, 'shopping');
  const { turn, plan } = w.actor;
  let place = dice.below(people);
  let stride = 1 + 2 * dice.below(Math.floor(people / 2));
  while (divisor(stride, people) !== 1) stride += 2;
  stride %= people;
  for (let visit = 0; visit < people; visit++) {
    place += stride;
    if (place >= people) place -= people;
    const h: number = turn[place];
    const s = (day + h) % CONSUMER_SECTORS;
    const wanted: number = plan[h * CONSUMER_SECTORS + s];
    if (wanted > 0) visitShops(w, h, s, wanted, dice.below(SUPPLIERS));
  }
}

function visitShops(w: World, h: number, s: number, wanted: number, first: number): void {
  const { suppliers, stuck, bought } = w.actor;
  const place = (h * CONSUMER_SECTORS + s) * SUPPLIERS;
  let missing = wanted;
  let k = first;
  for (let shop = 0; shop < SUPPLIERS; shop++) {
    const f = suppliers[place + k];
    k = k === SUPPLIERS - 1 ? 0 : k + 1;
    if (f < 0) continue;
    w.business.demandNow[f] += missing;
    const got = buyFrom(w, h, f, s, missing);
    if (got === 0) stuck[h] |= 1 << s;
    missing -= got;
    if (missing <= MISSING * wanted) break;
  }
  bought[h * CONSUMER_SECTORS + s] += wanted - missing;
}

/** What was bought, limited by the shelf and the purse. Goods from another city cost their freight in goods. */
function buyFrom(w: World, h: number, f: number, s: number, wanted: number): number {
  const { deposit: purse, city: home, moneyOut } = w.actor;
  const { deposit: till, city, stock, price, revenueNow, sold } = w.business;
  const isAbroad = city[f] !== home[h];
  const units = isAbroad ? 1 + freight(w.params, s) : 1;
  const unitPrice: number = price[f] * units;
  let quantity = Math.min(wanted, stock[f] / units);
  if (quantity * unitPrice > purse[h]) quantity = purse[h] / unitPrice;
  if (quantity <= NOTHING) return 0;
  const cost = Math.min(purse[h], Math.round(quantity * unitPrice));
  purse[h] -= cost;
  moneyOut[h] += cost;
  till[f] += cost;
  revenueNow[f] += cost;
  const taken = Math.min(stock[f], quantity * units);
  stock[f] -= taken;
  sold[f] += taken;
  recordSale(w, actorAccount(h), f, cost);
  w.city.consumption[home[h]] += cost;
  if (isAbroad) countTrade(w, city[f], home[h], s, cost);
  return quantity;
}

function countTrade(w: World, from: number, to: number, s: number, cost: number): void {
  w.city.exports[from] += cost;
  w.city.imports[to] += cost;
  w.flow.amount[(from * w.rows.city + to) * CONSUMER_SECTORS + s] += cost;
}
