/** Intents about homes: rent, buy, build, move. */

import type { Rows } from '../columns.ts';
import { askToMoveAlong } from '../consents.ts';
import { emit } from '../events.ts';
import { ownMarks } from '../granted.ts';
import { moveIn, moveOut, rentOf, tierFactor } from '../homes.ts';
import { actorId, cityRow, propertyId, propertyRow } from '../ids.ts';
import { actorAccount } from '../ledger.ts';
import { HOURS_PER_DAY, TIERS } from '../params.ts';
import { openOrders } from '../player-limits.ts';
import { askedPrice, sellProperty } from '../property.ts';
import type { World } from '../state.ts';
import { buildingQuote, orderBuilding } from '../steps/building.ts';
import { isAffordable } from '../steps/housing.ts';
import { mayAffordThere, moveFee, relocate } from '../steps/migration.ts';
import { findWish, setWish } from '../wishes.ts';
import { covered, define } from './definition.ts';

const MOVE_COOLDOWN_TICKS = 7 * HOURS_PER_DAY;
/** The highest rent that a landlord may ask, as a multiple of the city's index. */
const MOST_RENT = 3;
const MOST_PRICE_RENTS = 480;
const QUOTE_SAFETY = 1.2;

const affordableThere = (w: World, h: number, c: number): number | undefined =>
  (w.lists.vacant[c] as Rows).find((d) => mayAffordThere(w, h, c, rentOf(w, d)));

export const moveCity = define('INTENT_MOVE_CITY', {
  check: (w, h, { targetCityId }) => {
    const target = cityRow(w, targetCityId);
    if (target === undefined) return 'target_not_found';
    if (target === w.actor.city[h]) return 'same_city';
    if (findWish(w, h, 'moveHouse') !== undefined) return 'cooldown';
    if ((w.lists.vacant[target] as Rows).length === 0) return 'no_vacant_home';
    const short = covered(w.actor.deposit[h], moveFee(w, target) + 2 * w.city.rentIndex[target]);
    if (short !== null) return short;
    return affordableThere(w, h, target) === undefined ? 'rent_above_income_share' : null;
  },
  effect: (w, _h, { targetCityId }) => ({
    money: -moveFee(w, cityRow(w, targetCityId) as number),
    needs: { social: -6 },
  }),
  apply: (w, h, { targetCityId }) => {
    const target = cityRow(w, targetCityId) as number;
    askToMoveAlong(w, h);
    relocate(w, h, target, affordableThere(w, h, target) as number);
    setWish(w, { actor: h, kind: 'moveHouse', value: target, other: 0, untilTick: w.tick + MOVE_COOLDOWN_TICKS });
  },
});

const mayRent = (w: World, h: number, d: number, maxRent: bigint | undefined): string | null => {
  if (w.dwelling.city[d] !== w.actor.city[h]) return 'wrong_city';
  if (w.dwelling.vacantPlace[d] < 0) return 'not_vacant';
  if (w.dwelling.owner[d] === h) return null;
  if (maxRent !== undefined && rentOf(w, d) > Number(maxRent)) return 'price_above_max';
  return isAffordable(w, h, rentOf(w, d)) ? null : 'rent_above_income_share';
};

export const rentHome = define('INTENT_RENT_HOME', {
  check: (w, h, params) => {
    const d = propertyRow(w, params.propertyId);
    return d === undefined ? 'target_not_found' : mayRent(w, h, d, params.maxRent);
  },
  effect: () => ({ needs: { energy: 8, health: 2 } }),
  apply: (w, h, params) => {
    const d = propertyRow(w, params.propertyId) as number;
    moveIn(w, h, d);
    const kind = w.dwelling.owner[d] === h ? 'OWNED' : 'RENTED';
    const data = { propertyId: params.propertyId, kind, rent: Math.floor(rentOf(w, d)) };
    emit(w, 'actor.home_changed', { actor: h, subject: { type: 'actor', id: actorId(w, h) }, data });
  },
  rewrite: (w, h, params) => {
    const wanted = propertyRow(w, params.propertyId);
    if (wanted === undefined) return undefined;
    const free = w.lists.vacant[w.actor.city[h]] as Rows;
    const tier = w.dwelling.tier[wanted];
    const other = free.find((d) => w.dwelling.tier[d] === tier && mayRent(w, h, d, params.maxRent) === null);
    if (other === undefined) return undefined;
    const limit = params.maxRent === undefined ? {} : { maxRent: params.maxRent.toString() };
    return Object.assign({ propertyId: propertyId(w, other) }, limit);
  },
});

export const leaveHome = define('INTENT_LEAVE_HOME', {
  check: (w, h) => (w.actor.home[h] < 0 ? 'no_home' : null),
  effect: () => ({ needs: { energy: -15, health: -5 } }),
  apply: (w, h) => {
    moveOut(w, h);
    const data = { propertyId: null, kind: 'NONE', rent: null };
    emit(w, 'actor.home_changed', { actor: h, subject: { type: 'actor', id: actorId(w, h) }, data });
  },
});

export const buyProperty = define('INTENT_BUY_PROPERTY', {
  check: (w, h, params) => {
    const d = propertyRow(w, params.propertyId);
    if (d === undefined) return 'target_not_found';
    const price = askedPrice(w, d);
    if (price <= 0 || w.dwelling.owner[d] === h) return 'not_listed';
    if (price > Number(params.maxPrice)) return 'price_above_max';
    return covered(ownMarks(w, h), price);
  },
  effect: (w, _h, params) => ({
    money: -askedPrice(w, propertyRow(w, params.propertyId) as number),
    needs: { purpose: 5 },
  }),
  apply: (w, h, params) => sellProperty(w, propertyRow(w, params.propertyId) as number, h),
});

const ownedProperty = (w: World, h: number, id: string): string | null => {
  const d = propertyRow(w, id);
  if (d === undefined) return 'target_not_found';
  return w.dwelling.owner[d] === h ? null : 'not_owner';
};

const emitListing = (w: World, h: number, d: number): void => {
  const { salePrice, rentAsked, city } = w.dwelling;
  const data = {
    propertyId: propertyId(w, d),
    rentPrice: rentAsked[d] > 0 ? rentAsked[d] : null,
    salePrice: salePrice[d] > 0 ? salePrice[d] : null,
  };
  emit(w, 'property.listed', { actor: h, city: city[d], subject: { type: 'property', id: data.propertyId }, data });
};

export const listProperty = define('INTENT_LIST_PROPERTY', {
  check: (w, h, { propertyId: id, salePrice, rentPrice }) => {
    const code = ownedProperty(w, h, id);
    if (code !== null) return code;
    const d = propertyRow(w, id) as number;
    const index = w.city.rentIndex[w.dwelling.city[d]] * tierFactor(w.dwelling.tier[d]);
    if (rentPrice !== undefined && Number(rentPrice) > MOST_RENT * index) return 'out_of_range';
    return salePrice !== undefined && Number(salePrice) > MOST_PRICE_RENTS * index ? 'out_of_range' : null;
  },
  apply: (w, h, { propertyId: id, salePrice, rentPrice }) => {
    const d = propertyRow(w, id) as number;
    if (salePrice !== undefined) w.dwelling.salePrice[d] = Number(salePrice);
    if (rentPrice !== undefined) w.dwelling.rentAsked[d] = Number(rentPrice);
    emitListing(w, h, d);
  },
});

export const unlistProperty = define('INTENT_UNLIST_PROPERTY', {
  check: (w, h, { propertyId: id }) => ownedProperty(w, h, id),
  apply: (w, h, { propertyId: id }) => {
    const d = propertyRow(w, id) as number;
    w.dwelling.salePrice[d] = 0;
    w.dwelling.rentAsked[d] = 0;
    emitListing(w, h, d);
  },
});

export const orderHome = define('INTENT_ORDER_BUILDING', {
  check: (w, h, params) => {
    const c = cityRow(w, params.cityId);
    if (c === undefined) return 'target_not_found';
    const quote = buildingQuote(w, c, 1);
    if (quote === 0) return 'no_builder';
    if (params.maxPrice !== undefined && quote > Number(params.maxPrice)) return 'price_above_max';
    return covered(ownMarks(w, h), quote * (1 + openOrders(w, h)) * QUOTE_SAFETY);
  },
  effect: (w, _h, params) => ({
    money: -buildingQuote(w, cityRow(w, params.cityId) as number, 1),
    needs: { purpose: 6 },
  }),
  apply: (w, h, params) => {
    const city = cityRow(w, params.cityId) as number;
    orderBuilding(w, { city, tier: TIERS.indexOf(params.tier), payer: actorAccount(h), owner: h, forSale: false });
  },
});
