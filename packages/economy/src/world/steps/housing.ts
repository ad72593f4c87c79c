/** Steps p and q: rent and arrears, home search, the rent index, and vacant homes. */
import type { Rows } from '../columns.ts';
import { emit, emitActor, Mass } from '../events.ts';
import { clamp } from '../exact.ts';
import { CITY_OWNED, moveIn, moveOut, rentOf, tearDown } from '../homes.ts';
import { actorId, cityId, propertyId } from '../ids.ts';
import { TAXES } from '../layout.ts';
import { actorAccount, cityAccount, move } from '../ledger.ts';
import { partnerOf } from '../relations.ts';
import { type Dice, shuffle } from '../rng.ts';
import { residents, type World } from '../state.ts';
import { diceFor } from './dice.ts';

/** The share of a purse that counts as income when a rent is assessed. */
const PURSE_SHARE = 0.02;
/** A new home must cost at most this share of the affordable rent. */
const NEW_HOME_BAR = 0.85;
const ARREARS_LIMIT = 3;
const LOOK_CHANCE = 0.05;
const LOOKS = 6;
const [GLUT, TEAR_SHARE] = [0.1, 0.1] as const;
const RENT_SLOPE = 5;

export function payRents(w: World): void {
  const people = residents(w);
  const rents = new Mass(w);
  w.city.homeless.fill(0);
  for (let c = 0; c < w.rows.city; c++) {
    const local = people[c] as Rows;
    const dice = diceFor(w, 'housing', c);
    shuffle(local, local.length, dice);
    for (const h of local) {
      payRent(w, h, rents);
      if (w.actor.home[h] < 0 || dice.uniform() < LOOK_CHANCE) lookForHome(w, h, c, dice);
      if (w.actor.home[h] < 0) w.city.homeless[c] += 1;
    }
  }
  rents.tell(w, 'actor.rent_paid', cityId);
}

export const isAffordable = (w: World, h: number, rent: number, bar = 1): boolean =>
  rent <= w.params.affordability * bar * w.actor.income[h] + PURSE_SHARE * w.actor.deposit[h];

function payRent(w: World, h: number, told: Mass): void {
  const { home, deposit, arrears } = w.actor;
  const d = home[h];
  if (d < 0 || w.dwelling.owner[d] === h) return;
  const rent = Math.floor(rentOf(w, d));
  sharedByPartner(w, h, rent);
  const isBearable = isAffordable(w, h, rent);
  if (deposit[h] < rent) arrears[h] += 2;
  else {
    takeRent(w, h, d, rent);
    told.add(w.actor.city[h], rent);
    arrears[h] = isBearable ? 0 : arrears[h] + 1;
  }
  if (arrears[h] > 0) emitActor(w, 'actor.arrears', h, { points: arrears[h], rent });
  if (arrears[h] < ARREARS_LIMIT) return;
  emitActor(w, 'actor.evicted', h, { propertyId: propertyId(w, d), reason: 'arrears' });
  moveOut(w, h);
  arrears[h] = 0;
}

/** A partner in the same city pays half of the rent, limited by its purse. */
function sharedByPartner(w: World, h: number, rent: number): void {
  const partner = sharerOf(w, h);
  if (partner < 0) return;
  const half = Math.min(Math.floor(rent / 2), w.actor.deposit[partner]);
  move(w, actorAccount(partner), actorAccount(h), half, 'RENT');
}

/** A partner, or an actor that agreed to share this home. */
function sharerOf(w: World, h: number): number {
  const partner = partnerOf(w, h);
  if (partner >= 0 || w.side.consents.length === 0) return partner;
  const shared = w.side.consents.find(
    ({ type, state, from, to }) => type === 'SHARED_HOME' && state === 'ACTIVE' && (from === h || to === h),
  );
  const other = shared === undefined ? -1 : shared.from === h ? shared.to : shared.from;
  return other >= 0 && w.actor.city[other] === w.actor.city[h] ? other : -1;
}

function takeRent(w: World, h: number, d: number, rent: number): void {
  const owner = w.dwelling.owner[d];
  if (owner === CITY_OWNED) {
    const landlord = w.dwelling.city[d];
    move(w, actorAccount(h), cityAccount(landlord), rent, 'RENT');
    w.city.taxes[landlord * TAXES.length + 5] += rent;
  } else {
    move(w, actorAccount(h), actorAccount(owner), rent, 'RENT');
    const c = w.actor.city[owner];
    const tax = move(w, actorAccount(owner), cityAccount(c), rent * w.city.incomeTax[c], 'TAX');
    w.city.taxes[c * TAXES.length] += tax;
  }
  emitActor(w, 'actor.rent_paid', h, {
    amount: rent,
    counterpartyId: owner < 0 ? cityId(w, w.dwelling.city[d]) : actorId(w, owner),
  });
}

/** Moves to the best tier among a few affordable vacant dwellings. An actor never leaves its own house. */
function lookForHome(w: World, h: number, c: number, dice: Dice): void {
  const free = w.lists.vacant[c] as Rows;
  const { tier, owner } = w.dwelling;
  const home = w.actor.home[h];
  const now = home < 0 ? -1 : owner[home] === h ? Number.POSITIVE_INFINITY : tier[home];
  let [best, bestTier] = [-1, now];
  for (let look = 0; look < LOOKS && free.length > 0; look++) {
    const d: number = free[dice.below(free.length)];
    const bears = owner[d] === h || isAffordable(w, h, rentOf(w, d), NEW_HOME_BAR);
    if (bears && tier[d] > bestTier) [best, bestTier] = [d, tier[d]];
  }
  if (best < 0) return;
  moveIn(w, h, best);
  const kind = owner[best] === h ? 'OWNED' : 'RENTED';
  emitActor(w, 'actor.home_changed', h, { propertyId: propertyId(w, best), kind, rent: Math.floor(rentOf(w, best)) });
}

export function adjustHousing(w: World): void {
  const stock = Array.from({ length: w.rows.city }, () => 0) as Rows;
  for (let d = 0; d < w.rows.dwelling; d++) if (w.dwelling.standing[d] === 1) stock[w.dwelling.city[d]] += 1;
  for (let c = 0; c < w.rows.city; c++) stock[c] -= demolish(w, c, stock[c]);
  const { params } = w;
  const { rentIndex, vacancyRate, publicWage } = w.city;
  for (let c = 0; c < w.rows.city; c++) {
    vacancyRate[c] = stock[c] === 0 ? 0 : (w.lists.vacant[c] as Rows).length / stock[c];
    const pressure = clamp((params.vacancyTarget - vacancyRate[c]) * RENT_SLOPE, -0.5, 0.5);
    const index = rentIndex[c] * (1 + params.rentStep * pressure);
    rentIndex[c] = Math.round(clamp(index, params.rentLow * publicWage[c], params.rentHigh * publicWage[c]));
  }
}

/** Demolishes a tenth of the vacant dwellings above a tenth of all: newest entries first, only the city's own. */
function demolish(w: World, c: number, stock: number): number {
  const free = w.lists.vacant[c] as Rows;
  const most = Math.floor((free.length - GLUT * stock) * TEAR_SHARE);
  let torn = 0;
  for (let place = free.length - 1; place >= 0 && torn < most; place--) {
    const d: number = free[place];
    if (w.dwelling.owner[d] !== CITY_OWNED) continue;
    const id = propertyId(w, d);
    tearDown(w, d);
    torn++;
    emit(w, 'building.torn_down', { city: c, subject: { type: 'property', id }, data: { propertyId: id } });
  }
  return torn;
}
