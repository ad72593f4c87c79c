/** Step i: every actor shops once a day, in one sector at a time, with up to three suppliers. */

import type { F64 } from '../columns.ts';
import { spendableAt, spendGranted, takesGranted } from '../granted.ts';
import { actorAccount, recordSale } from '../ledger.ts';
import { CONSUMER_SECTORS, SUPPLIERS } from '../params.ts';
import { presentCount } from '../presence.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';
import { freight } from './freight.ts';

/** A visit ends when at most this share of the wanted amount is missing. */
const MISSING = 0.05;
const NOTHING = 1e-9;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** A random start and a stride that visits every actor once: a new order each day without a shuffle. */
export function shop(w: World, day: number): void {
  const people = presentCount(w);
  const dice = diceFor(w, 'shopping');
  const { turn, plan } = w.actor;
  const round = new Round(w);
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
    if (wanted > 0) round.visit(h, s, wanted, dice.below(SUPPLIERS));
  }
}

/** A day's shopping. Columns are fields here, because this is the hottest loop of the world. */
class Round {
  readonly w: World;
  readonly actor: World['actor'];
  readonly business: World['business'];
  readonly consumption: F64;
  readonly freight: readonly number[];
  readonly isRecorded: boolean;
  readonly hasGrants: boolean;

  constructor(w: World) {
    this.w = w;
    this.actor = w.actor;
    this.business = w.business;
    this.consumption = w.city.consumption;
    this.freight = [0, 1, 2].map((sector) => freight(w.params, sector));
    this.isRecorded = w.out.isOn;
    this.hasGrants = Object.keys(w.side.arrivals?.granted ?? {}).length + w.side.loans.length > 0;
  }

  visit(h: number, s: number, wanted: number, first: number): void {
    const { suppliers, stuck, bought } = this.actor;
    const { demandNow } = this.business;
    const place = (h * CONSUMER_SECTORS + s) * SUPPLIERS;
    const enough = MISSING * wanted;
    let missing = wanted;
    let k = first;
    for (let shop = 0; shop < SUPPLIERS; shop++) {
      const f: number = suppliers[place + k];
      k = k === SUPPLIERS - 1 ? 0 : k + 1;
      if (f < 0) continue;
      demandNow[f] += missing;
      const got = this.buy(h, f, s, missing);
      if (got === 0) stuck[h] |= 1 << s;
      missing -= got;
      if (missing <= enough) break;
    }
    bought[h * CONSUMER_SECTORS + s] += wanted - missing;
  }

  /** The amount bought, limited by stock and purse. Goods from another city cost their freight in goods. */
  buy(h: number, f: number, s: number, wanted: number): number {
    const { deposit: purse, city: home, moneyOut } = this.actor;
    const { deposit: till, city, stock, price, revenueNow, sold } = this.business;
    const c: number = home[h];
    const isAbroad = city[f] !== c;
    const units = isAbroad ? 1 + (this.freight[s] as number) : 1;
    const unitPrice: number = price[f] * units;
    const shelf: number = stock[f];
    const held: number = this.hasGrants ? spendableAt(this.w, h, f) : purse[h];
    let quantity = shelf < wanted * units ? shelf / units : wanted;
    if (quantity * unitPrice > held) quantity = held / unitPrice;
    if (quantity <= NOTHING) return 0;
    const cost = Math.min(held, Math.round(quantity * unitPrice));
    const taken = Math.min(shelf, quantity * units);
    purse[h] -= cost;
    if (this.hasGrants && takesGranted(this.w, f)) spendGranted(this.w, h, cost);
    moneyOut[h] += cost;
    till[f] += cost;
    revenueNow[f] += cost;
    stock[f] = shelf - taken;
    sold[f] += taken;
    this.consumption[c] += cost;
    if (this.isRecorded) recordSale(this.w, actorAccount(h), f, cost);
    if (isAbroad) this.countTrade(city[f], c, s, cost);
    return quantity;
  }

  countTrade(from: number, to: number, s: number, cost: number): void {
    const { city, flow, rows } = this.w;
    city.exports[from] += cost;
    city.imports[to] += cost;
    flow.amount[(from * rows.city + to) * CONSUMER_SECTORS + s] += cost;
  }
}
