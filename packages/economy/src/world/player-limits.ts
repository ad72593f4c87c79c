/**
 * Limits on what players may ask for, order and keep. Without them one wallet could move published figures at will, let the state grow
 * without end, or ask for sums that no month can be stored with.
 */
import { INTENT_AMOUNT_MAX } from '@assay/protocol';
import type { Rows } from './columns.ts';
import { clamp } from './exact.ts';
import { ACCOUNT_KINDS, accountKind, actorAccount, balanceOf } from './ledger.ts';
import { SECTOR_COUNT, TICKS_PER_MONTH } from './params.ts';
import type { Project } from './side.ts';
import type { World } from './state.ts';
import { firstPrice } from './steps/entry.ts';
import { LEAST_PRICE } from './steps/limits.ts';

/** Most minor units that a price, a wage, a rent or an offer may be. */
export const ASKED_MAX = Number(INTENT_AMOUNT_MAX);
/** A price lies within this factor of what other owners ask, either way. */
const PRICE_FACTOR = 5;
/** A wage lies between these shares of what other owners pay. */
const [LEAST_WAGE_SHARE, MOST_WAGE_SHARE] = [0.3, 5] as const;

/** Most requests of one actor that wait for an answer. */
const OPEN_REQUESTS_MAX = 20;
/** Most stacks of items that one actor keeps. */
const ITEMS_MAX = 500;
/** An order for a home that is not built by then is dropped. */
const ORDER_TICKS_MAX = 24 * TICKS_PER_MONTH;
/** Most dwellings, as a share of its residents, that the budget of a city orders in a month. */
const BUDGET_HOMES_SHARE = 0.05;

export const hasPlayerLimits = (w: World): boolean => w.params.switches.playerLimits === true;

/** The median that businesses of other owners ask: no single owner can move it far. Undefined where there are none. */
function askedByOthers(w: World, f: number, column: 'price' | 'wage', peers: Rows): number | undefined {
  const { owner } = w.business;
  const asked = peers.filter((peer) => owner[peer] !== owner[f]).map((peer): number => w.business[column][peer]);
  asked.sort((a, b) => a - b);
  return asked[Math.floor(asked.length / 2)];
}

/** By the sector in the city, else in the country, else by what output costs at the start of a world. */
export function isPriceAllowed(w: World, f: number, price: number): boolean {
  const { city, sector } = w.business;
  const usual =
    askedByOthers(w, f, 'price', w.lists.byCitySector[city[f] * SECTOR_COUNT + sector[f]] as Rows) ??
    askedByOthers(w, f, 'price', w.lists.bySector[sector[f]] as Rows) ??
    firstPrice(w);
  return price >= Math.max(LEAST_PRICE, usual / PRICE_FACTOR) && price <= Math.min(ASKED_MAX, usual * PRICE_FACTOR);
}

/** By all businesses of the city, else by its public wage. */
export function isWageAllowed(w: World, f: number, wage: number): boolean {
  const c = w.business.city[f];
  const usual = askedByOthers(w, f, 'wage', w.lists.byCity[c] as Rows) ?? w.city.publicWage[c];
  return wage >= LEAST_WAGE_SHARE * usual && wage <= Math.min(ASKED_MAX, MOST_WAGE_SHARE * usual);
}

/** When a world takes up the limits: what was asked before them comes within them. */
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

/** Open orders of homes by an actor, as dwellings that are still to be paid. */
export const openOrders = (w: World, h: number): number =>
  hasPlayerLimits(w)
    ? w.side.projects
        .filter(({ payer }) => payer === actorAccount(h))
        .reduce((sum, { remaining }) => sum + remaining / w.params.buildWork, 0)
    : 0;

/** An actor's order without the means for half of its next stage asks no builder: its demand would not be real. */
export const isUnfunded = (w: World, { payer }: Project, stagePrice: number): boolean =>
  hasPlayerLimits(w) && isActorAccount(payer) && balanceOf(w, payer) < stagePrice / 2;

export const isOverdue = (w: World, { payer, orderedTick }: Project): boolean =>
  hasPlayerLimits(w) && isActorAccount(payer) && orderedTick < w.tick - ORDER_TICKS_MAX;

const isActorAccount = (account: number): boolean => ACCOUNT_KINDS[accountKind(account)] === 'actor';

export const homesByBudget = (w: World, c: number, affordable: number): number =>
  hasPlayerLimits(w) ? Math.min(affordable, Math.ceil(BUDGET_HOMES_SHARE * w.city.population[c])) : affordable;
