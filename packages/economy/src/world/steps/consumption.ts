/** Step f: each actor's spending plan and suppliers for the month. */

import type { I32, Rows } from '../columns.ts';
import { powSevenEighths } from '../exact.ts';
import { rentDue } from '../homes.ts';
import { BUSINESS_STATUS, THRIFT, TRAITS } from '../layout.ts';
import { CONSUMER_SECTORS, FOOD, GOODS, SECTOR_COUNT, SERVICES, SUPPLIERS, VISITS_PER_MONTH } from '../params.ts';
import { hasPlayerLimits } from '../player-limits.ts';
import { drawActor, isVisiting } from '../presence.ts';
import type { Dice } from '../rng.ts';
import type { World } from '../state.ts';
import { wishOf } from '../wishes.ts';
import { diceFor } from './dice.ts';
import { freight } from './freight.ts';

/** Draws for an empty supplier slot before it is left for the next month. */
const DRAWS_PER_PLACE = 4;
/** A new supplier must be cheaper than the most expensive one by this factor. */
const CHEAPER = 0.99;

/** Services are not delivered, so a chosen supplier in another city is out of reach after a move. */
const isInReach = (w: World, h: number, f: number): boolean =>
  !hasPlayerLimits(w) || w.business.sector[f] !== SERVICES || w.business.city[f] === w.actor.city[h];

/** Keeps the suppliers that an owner chose. */
export function keepChosen(w: World): void {
  for (const { actor, kind, value, other } of w.side.wishes) {
    const isOpen = kind === 'supplier' && w.business.status[value] === 1 && w.business.sector[value] === other;
    if (isOpen && isInReach(w, actor, value)) w.actor.suppliers[(actor * CONSUMER_SECTORS + other) * SUPPLIERS] = value;
  }
}

/** The price of a unit of business `f` in city `c`. */
const deliveredPrice = (w: World, f: number, c: number): number =>
  w.business.city[f] === c ? w.business.price[f] : w.business.price[f] * (1 + freight(w.params, w.business.sector[f]));

export function planConsumption(w: World): void {
  const dice = diceFor(w, 'consumption');
  w.city.planned.fill(0);
  for (let h = 0; h < w.rows.actor; h++) if (!isVisiting(w, h)) planFor(w, h, dice);
}

/** Plans one actor's month. */
export function planFor(w: World, h: number, dice: Dice): void {
  const { stuck, plan, city } = w.actor;
  const prices: [number, number, number] = [0, 0, 0];
  const c: number = city[h];
  for (let s = 0; s < CONSUMER_SECTORS; s++) {
    const place = (h * CONSUMER_SECTORS + s) * SUPPLIERS;
    searchSuppliers({ w, h, s, c, place, dice });
    prices[s] = meanPrice(w, place, c);
  }
  stuck[h] = 0;
  const budgets = budgetsOf(w, h, c);
  for (let s = 0; s < CONSUMER_SECTORS; s++) {
    const [budget, price] = [budgets[s] as number, prices[s] as number];
    plan[h * CONSUMER_SECTORS + s] = price > 0 ? budget / price / VISITS_PER_MONTH : 0;
    w.city.planned[c * SECTOR_COUNT + s] += budget;
  }
}

/** The saving rate of the owner's setting and, with the switch on, of the temperament. */
function spendFactor(w: World, h: number): number {
  const saved = w.side.wishes.length === 0 ? 0 : wishOf(w, h, 'savings') / 10_000;
  const thrift = w.params.switches.thrift ? 1.05 - 0.1 * (w.actor.traits[h * TRAITS.length + THRIFT] / 255) : 1;
  return thrift * (1 - saved);
}

/** Spending grows with money to the power 7/8. Food for the month comes first. */
function budgetsOf(w: World, h: number, c: number): readonly [number, number, number] {
  const { params } = w;
  const wage: number = w.city.publicWage[c];
  const purse = Math.max(0, w.actor.deposit[h] - rentDue(w, h));
  const scale = params.spendScale * (1 + w.city.sentiment[c]) * spendFactor(w, h);
  const total = Math.min(purse, scale * wage * powSevenEighths(purse / wage));
  const floor = Math.min(total, params.foodFloor * wage);
  const rest = total - floor;
  const services = 1 - params.foodShare - params.goodsShare;
  return [floor + params.foodShare * rest, params.goodsShare * rest, services * rest];
}

function meanPrice(w: World, place: number, c: number): number {
  const { suppliers } = w.actor;
  let [sum, known] = [0, 0];
  for (let k = 0; k < SUPPLIERS; k++) {
    const f = suppliers[place + k];
    if (f < 0) continue;
    sum += deliveredPrice(w, f, c);
    known++;
  }
  return known === 0 ? 0 : sum / known;
}

type Search = { w: World; h: number; s: number; c: number; place: number; dice: Dice };

function searchSuppliers(search: Search): void {
  const { w, h, s, place, dice } = search;
  const { suppliers, stuck } = w.actor;
  dropLost(search);
  for (let k = 0; k < SUPPLIERS; k++) if (suppliers[place + k] < 0) fillPlace(search, place + k);
  if (dice.uniform() < w.params.supplierSwap) swapDearest(search);
  if ((stuck[h] & (1 << s)) !== 0 && dice.uniform() < w.params.badServiceSwap) {
    const name = drawSupplier(search);
    if (name >= 0 && !isKnown(suppliers, place, name)) suppliers[place + dice.below(SUPPLIERS)] = name;
  }
}

/** Drops suppliers that closed, changed sector or are out of reach after a move. */
function dropLost({ w, s, c, place }: Search): void {
  const { suppliers } = w.actor;
  const { status, sector, city } = w.business;
  for (let k = place; k < place + SUPPLIERS; k++) {
    const f = suppliers[k];
    if (f >= 0 && (status[f] !== 1 || sector[f] !== s || (s === SERVICES && city[f] !== c))) suppliers[k] = -1;
  }
}

function fillPlace(search: Search, at: number): void {
  const { suppliers } = search.w.actor;
  for (let draw = 0; draw < DRAWS_PER_PLACE; draw++) {
    const name = drawSupplier(search);
    if (name < 0 || isKnown(suppliers, search.place, name)) continue;
    suppliers[at] = name;
    return;
  }
}

function swapDearest(search: Search): void {
  const { w, c, place } = search;
  const { suppliers } = w.actor;
  let [dearest, most] = [-1, -1];
  for (let k = place; k < place + SUPPLIERS; k++) {
    const price = suppliers[k] < 0 ? -1 : deliveredPrice(w, suppliers[k], c);
    if (price > most) [dearest, most] = [k, price];
  }
  const name = drawSupplier(search);
  if (dearest < 0 || name < 0 || isKnown(suppliers, place, name)) return;
  if (deliveredPrice(w, name, c) < most * CHEAPER) suppliers[dearest] = name;
}

const isKnown = (suppliers: I32, place: number, name: number): boolean =>
  suppliers[place] === name || suppliers[place + 1] === name || suppliers[place + 2] === name;

/** How often an actor asks another one for a supplier instead of drawing one. */
const ASKED = 0.5;

/** A supplier of another actor: businesses with many customers gain more. −1 if it is not within reach. */
function askSupplier(w: World, s: number, c: number, dice: Dice): number {
  const place = (drawActor(w, dice) * CONSUMER_SECTORS + s) * SUPPLIERS + dice.below(SUPPLIERS);
  const f: number = w.actor.suppliers[place];
  const isOpen = f >= 0 && w.business.status[f] === BUSINESS_STATUS.active && w.business.sector[f] === s;
  return isOpen && (s !== SERVICES || w.business.city[f] === c) ? f : -1;
}

/** A random business of the sector, sometimes from the whole country; −1 if there is none. */
function drawSupplier({ w, s, c, dice }: Search): number {
  const local = w.lists.byCitySector[c * SECTOR_COUNT + s] as Rows;
  const known = w.params.switches.wordOfMouth === true && dice.uniform() < ASKED ? askSupplier(w, s, c, dice) : -1;
  if (known >= 0) return known;
  const national = s === FOOD ? w.params.nationalFood : s === GOODS ? w.params.nationalGoods : 0;
  const looksAbroad = dice.uniform() < national || (local.length === 0 && s !== SERVICES);
  const choice = looksAbroad ? (w.lists.bySector[s] as Rows) : local;
  return choice.length === 0 ? -1 : choice[dice.below(choice.length)];
}
