/**
 * Limits on players' prices, orders and stored items. Without them one wallet could manipulate published figures, grow
 * the state without limit, or name amounts that the monthly figures cannot store.
 */
import { INTENT_AMOUNT_MAX } from '@assay/protocol';
import type { Rows } from './columns.ts';
import { clamp } from './exact.ts';
import { ACCOUNT_KINDS, accountKind, actorAccount, balanceOf } from './ledger.ts';
import { SECTOR_COUNT, TICKS_PER_MONTH } from './params.ts';
import type { Project } from './side.ts';
import type { World } from './state.ts';
import { firstPrice } from './steps/business-openings.ts';
import { LEAST_PRICE } from './steps/limits.ts';

/** The highest price, wage, rent or offer, in minor units. */
export const ASKED_MAX = Number(INTENT_AMOUNT_MAX);
/** A price must be within this factor of other owners' prices, in both directions. */
const PRICE_FACTOR = 5;
/** A wage must be between these multiples of other owners' wages. */
const [LEAST_WAGE_SHARE, MOST_WAGE_SHARE] = [0.3, 5] as const;

/** The most open requests of one actor. */
const OPEN_REQUESTS_MAX = 20;
/** The most item stacks of one actor. */
const ITEMS_MAX = 500;
/** A home order that is not built within this time is dropped. */
const ORDER_TICKS_MAX = 24 * TICKS_PER_MONTH;
/** The most dwellings that a city's budget orders in a month, as a share of its residents. */
const BUDGET_HOMES_SHARE = 0.05;

export const hasPlayerLimits = (w: World): boolean => w.params.switches.playerLimits === true;

/** The median of other owners' businesses, so that no single owner can move it far. Undefined when there are none. */
function askedByOthers(w: World, f: number, column: 'price' | 'wage', peers: Rows): number | undefined {
  const { owner } = w.business;
  const asked = peers.filter((peer) => owner[peer] !== owner[f]).map((peer): number => w.business[column][peer]);
  asked.sort((a, b) => a - b);
  return asked[Math.floor(asked.length / 2)];
}

/** Compared with the sector in the city, else in the country, else with the initial cost of output. */
export function isPriceAllowed(w: World, f: number, price: number): boolean {
  const { city, sector } = w.business;
  const usual =
    askedByOthers(w, f, 'price', w.lists.byCitySector[city[f] * SECTOR_COUNT + sector[f]] as Rows) ??
    askedByOthers(w, f, 'price', w.lists.bySector[sector[f]] as Rows) ??
    firstPrice(w);
  return price >= Math.max(LEAST_PRICE, usual / PRICE_FACTOR) && price <= Math.min(ASKED_MAX, usual * PRICE_FACTOR);
}

/** Compared with all businesses of the city, else with its public wage. */
export function isWageAllowed(w: World, f: number, wage: number): boolean {
  const c = w.business.city[f];
  const usual = askedByOthers(w, f, 'wage', w.lists.byCity[c] as Rows) ?? w.city.publicWage[c];
  return wage >= LEAST_WAGE_SHARE * usual && wage <= Math.min(ASKED_MAX, MOST_WAGE_SHARE * usual);
}

/** Called when a world adopts the limits: clamps existing values. */
export function adoptPlayerLimits(w: World): void {
  if (!hasPlayerLimits(w)) return;
  const { business, dwelling, rows } = w;
  for (let f = 0; f < rows.business; f++) {
    business.price[f] = Math.min(ASKED_MAX, business.price[f]);
    business.wage[f] = Math.min(ASKED_MAX, business.wage[f]);
  }
  for (let d = 0; d < rows.dwelling; d++) {
    dwelling.rentAsked[d] = clamp(dwelling.rentAsked[d], 0, ASKED_MAX);
    dwelling.salePrice[d] = clamp(dwelling.salePrice[d], 0, ASKED_MAX);
  }
  w.side.offers = w.side.offers.map((offer) => ({ ...offer, price: Math.min(ASKED_MAX, offer.price) }));
}

export const mayAsk = (w: World, h: number): boolean =>
  !hasPlayerLimits(w) ||
  w.side.consents.filter(({ from, state }) => from === h && state === 'PENDING').length < OPEN_REQUESTS_MAX;

export const mayKeepMore = (w: World, h: number): boolean =>
  !hasPlayerLimits(w) || w.side.items.filter(({ owner }) => owner === h).length < ITEMS_MAX;

/** Open home orders of an actor, in dwellings that are not fully paid. */
export const openOrders = (w: World, h: number): number =>
  hasPlayerLimits(w)
    ? w.side.projects
        .filter(({ payer }) => payer === actorAccount(h))
        .reduce((sum, { remaining }) => sum + remaining / w.params.buildWork, 0)
    : 0;

/** An actor's order that cannot pay half of its next stage is not offered to builders, because it is not real demand. */
export const isUnfunded = (w: World, { payer }: Project, stagePrice: number): boolean =>
  hasPlayerLimits(w) && isActorAccount(payer) && balanceOf(w, payer) < stagePrice / 2;

export const isOverdue = (w: World, { payer, orderedTick }: Project): boolean =>
  hasPlayerLimits(w) && isActorAccount(payer) && orderedTick < w.tick - ORDER_TICKS_MAX;

const isActorAccount = (account: number): boolean => ACCOUNT_KINDS[accountKind(account)] === 'actor';

export const homesByBudget = (w: World, c: number, affordable: number): number =>
  hasPlayerLimits(w) ? Math.min(affordable, Math.ceil(BUDGET_HOMES_SHARE * w.city.population[c])) : affordable;
