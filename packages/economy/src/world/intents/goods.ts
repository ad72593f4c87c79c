/** Purchases outside the plan, and the choice of suppliers. */
import { emit } from '../events.ts';
import { spendableAt } from '../granted.ts';
import { actorId, businessId, businessRow } from '../ids.ts';
import { NEEDS } from '../layout.ts';
import { actorAccount, businessAccount, move } from '../ledger.ts';
import { addNeed, FOOD_NEED, FUN } from '../needs.ts';
import { CONSTRUCTION, CONSUMER_SECTORS, FOOD, HOURS_PER_DAY, SECTORS, SERVICES, SUPPLIERS } from '../params.ts';
import { mayKeepMore } from '../player-limits.ts';
import type { World } from '../state.ts';
import { freight } from '../steps/freight.ts';
import { setWish } from '../wishes.ts';
import { type Blocked, covered, define } from './definition.ts';

const SUPPLIER_TICKS = 28 * HOURS_PER_DAY;
const FUN_PER_VISIT = 4;
const [FULL, FOOD_PER_RATION] = [100, 8] as const;

/** Units that leave the shelf, and the price of one for the buyer. */
function terms(w: World, h: number, f: number): { units: number; unitPrice: number } {
  const units = w.business.city[f] === w.actor.city[h] ? 1 : 1 + freight(w.params, w.business.sector[f]);
  return { units, unitPrice: Math.ceil(w.business.price[f] * units) };
}

function mayBuy(w: World, h: number, f: number, quantity: number, maxUnitPrice: bigint | undefined): Blocked {
  const { status, sector, city, stock } = w.business;
  if (status[f] !== 1) return 'target_not_found';
  if (sector[f] === CONSTRUCTION) return 'wrong_sector';
  if (sector[f] === SERVICES && city[f] !== w.actor.city[h]) return 'wrong_city';
  const { units, unitPrice } = terms(w, h, f);
  if (stock[f] < quantity * units) return 'out_of_stock';
  if (maxUnitPrice !== undefined && unitPrice > Number(maxUnitPrice)) return 'price_above_max';
  if (sector[f] !== SERVICES && !mayKeepMore(w, h)) return 'inventory_full';
  return covered(spendableAt(w, h, f), unitPrice * quantity);
}

export const buyGoods = define('INTENT_BUY_GOODS', {
  check: (w, h, params) => {
    const f = businessRow(w, params.businessId);
    return f === undefined ? 'target_not_found' : mayBuy(w, h, f, params.quantity, params.maxUnitPrice);
  },
  effect: (w, h, params) => {
    const { unitPrice } = terms(w, h, businessRow(w, params.businessId) as number);
    return { money: -unitPrice * params.quantity, needs: { food: 2, fun: 3 } };
  },
  apply: (w, h, params) => {
    const f = businessRow(w, params.businessId) as number;
    const { units, unitPrice } = terms(w, h, f);
    const amount = move(w, actorAccount(h), businessAccount(f), unitPrice * params.quantity, 'GOODS');
    const { stock, sold, demandNow, revenueNow, sector } = w.business;
    stock[f] -= params.quantity * units;
    sold[f] += params.quantity * units;
    demandNow[f] += params.quantity;
    revenueNow[f] += amount;
    w.city.consumption[w.actor.city[h]] += amount;
    const eaten = sector[f] === FOOD ? eat(w, h, params.quantity) : 0;
    keep(w, h, sector[f], params.quantity - eaten, unitPrice);
    const data = {
      buyerId: actorId(w, h),
      sellerId: params.businessId,
      good: SECTORS[sector[f]],
      quantity: params.quantity,
      amount,
    };
    emit(w, 'trade.settled', { actor: h, business: f, subject: { type: 'business', id: params.businessId }, data });
  },
  rewrite: (w, h, params) => {
    const wanted = businessRow(w, params.businessId);
    if (wanted === undefined) return undefined;
    const sector = w.business.sector[wanted];
    const other = w.lists.bySector[sector]?.find((f) => mayBuy(w, h, f, params.quantity, params.maxUnitPrice) === null);
    if (other === undefined) return undefined;
    const limit = params.maxUnitPrice === undefined ? {} : { maxUnitPrice: params.maxUnitPrice.toString() };
    return Object.assign({ businessId: businessId(w, other), quantity: params.quantity }, limit);
  },
});

/** Eats whole rations up to the actor's hunger. */
function eat(w: World, h: number, quantity: number): number {
  if (w.params.switches.arrivals !== true) return 0;
  const hunger = FULL - w.actor.needs[h * NEEDS.length + FOOD_NEED];
  const eaten = Math.min(quantity, Math.ceil(hunger / FOOD_PER_RATION));
  addNeed(w, h, FOOD_NEED, eaten * FOOD_PER_RATION);
  return eaten;
}

/** Goods are stored; a service is consumed immediately. */
function keep(w: World, h: number, sector: number, quantity: number, unitCost: number): void {
  if (sector === SERVICES) {
    addNeed(w, h, FUN, Math.min(quantity, 5) * FUN_PER_VISIT);
    return;
  }
  if (quantity === 0) return;
  const kind = sector === FOOD ? 'RATION' : 'HOUSEHOLD_GOOD';
  const name = sector === FOOD ? 'Ration' : 'Household good';
  w.side.items.push({
    id: w.side.nextId++,
    owner: h,
    kind,
    name,
    quantity,
    quality: 100,
    ref: null,
    unitCost,
    acquiredTick: w.tick,
  });
}

export const setSupplier = define('INTENT_SET_SUPPLIER', {
  check: (w, h, params) => {
    const f = businessRow(w, params.businessId);
    if (f === undefined || w.business.status[f] !== 1) return 'target_not_found';
    const sector = SECTORS.indexOf(params.sector);
    if (w.business.sector[f] !== sector) return 'wrong_sector';
    return sector === SERVICES && w.business.city[f] !== w.actor.city[h] ? 'wrong_city' : null;
  },
  apply: (w, h, params) => {
    const [f, sector] = [businessRow(w, params.businessId) as number, SECTORS.indexOf(params.sector)];
    w.actor.suppliers[(h * CONSUMER_SECTORS + sector) * SUPPLIERS] = f;
    setWish(w, { actor: h, kind: 'supplier', value: f, other: sector, untilTick: w.tick + SUPPLIER_TICKS });
  },
});
