/** Newcomers: entry, settlement grant, and the work that entitles them to public payments. */
import type { Rows } from './columns.ts';
import { boundOf, tagGranted } from './granted.ts';
import { moveIn, rentOf } from './homes.ts';
import { ACTOR_FLAGS, FUNDS } from './layout.ts';
import { actorAccount, cityAccount, FEDERAL, move } from './ledger.ts';
import { CONSUMER_SECTORS, MARK, TICKS_PER_MONTH, TICKS_PER_WEEK, VISITS_PER_MONTH } from './params.ts';
import { indexPresence, isVisiting, presentCount, takeTurn } from './presence.ts';
import type { World } from './state.ts';
import { planFor } from './steps/consumption.ts';
import { diceFor } from './steps/dice.ts';
import { mayAffordThere } from './steps/migration.ts';

/** The settlement grant in reference wages, and its minimum in marks. */
const [GRANT_WAGES, GRANT_LEAST] = [1.6, 200 * MARK] as const;
/** The target of the arrivals reserve, in reference wages per resident: about 60 grants in a world of 2,000. */
const TARGET_WAGES = 0.05;
/** The share of rebates and equalisation payments that the reserve keeps while it is below its target. */
const RESERVE_SHARE = 0.2;
/** The largest share of a treasury that the first filling takes. */
const FIRST_SHARE = 0.1;
/** One visitor becomes a resident per hour for each 2,000 residents. */
const RESIDENTS_PER_ENTRY = 2000;
const WEEKS_PER_MONTH = 4;
/** The most months of benefits that past work earns. */
const CREDIT_MAX = 12;

const targetOf = (w: World): number =>
  w.city.publicWage.reduce((sum, wage, c) => sum + TARGET_WAGES * wage * w.city.population[c], 0);
const grantFor = (w: World, c: number): number => Math.round(Math.max(GRANT_LEAST, GRANT_WAGES * w.city.publicWage[c]));

/** Called in the first hour of a world, or in the hour in which an older world adopts the rule. */
export function openArrivals(w: World): void {
  if (w.params.switches.arrivals !== true || w.side.arrivals !== undefined) return;
  w.side.arrivals = { reserve: 0, entering: [], owed: [], granted: {}, held: [], worked: {} };
  const total = w.city.deposit.reduce((sum, deposit) => sum + deposit, 0);
  const share = Math.min(FIRST_SHARE, targetOf(w) / Math.max(1, total));
  for (let c = 0; c < w.rows.city; c++)
    reserve(w, move(w, cityAccount(c), FEDERAL, w.city.deposit[c] * share, 'GRANT'));
}

function reserve(w: World, amount: number): void {
  if (w.side.arrivals !== undefined) w.side.arrivals.reserve += amount;
}

/** The part of the federal treasury outside the arrivals reserve. */
export const federalFree = (w: World): number => w.fund.deposit[FUNDS.federal] - (w.side.arrivals?.reserve ?? 0);

const missing = (w: World): number => Math.max(0, Math.ceil(targetOf(w) - (w.side.arrivals?.reserve ?? 0)));

/** Keeps part of a rebate for the reserve and returns the kept amount. */
export function keepFromRebate(w: World, c: number, amount: number): number {
  if (w.side.arrivals === undefined) return 0;
  const kept = move(w, cityAccount(c), FEDERAL, Math.min(amount * RESERVE_SHARE, missing(w)), 'GRANT');
  reserve(w, kept);
  return kept;
}

/** Keeps part of the equalisation payments, which are already in the federal treasury. */
export function keepFromEqualisation(w: World, collected: number): number {
  if (w.side.arrivals === undefined) return 0;
  const kept = Math.floor(Math.min(collected * RESERVE_SHARE, missing(w)));
  reserve(w, kept);
  return kept;
}

/** Queues a visitor that acted, in the order in which visitors acted. */
export function askForEntry(w: World, h: number): void {
  const { arrivals } = w.side;
  if (arrivals !== undefined && isVisiting(w, h) && !arrivals.entering.includes(h)) arrivals.entering.push(h);
}

const entriesPerHour = (w: World): number => Math.max(1, Math.floor(presentCount(w) / RESIDENTS_PER_ENTRY));

/** The hour in which a queued visitor becomes a resident; undefined for other actors. */
export function entryTick(w: World, h: number): number | undefined {
  const place = w.side.arrivals?.entering.indexOf(h) ?? -1;
  return place < 0 ? undefined : w.tick + Math.floor(place / entriesPerHour(w));
}

/** Called at the start of each hour, before intents. */
export function admitVisitors(w: World): void {
  const { arrivals } = w.side;
  if (arrivals === undefined || arrivals.entering.length === 0) return;
  for (const h of arrivals.entering.splice(0, entriesPerHour(w))) enter(w, h);
}

/** Grant, home, suppliers and plan in the same hour, so that the newcomer shops on the same day. */
export function enter(w: World, h: number): void {
  const c = w.actor.city[h];
  takeTurn(w, h);
  w.actor.flags[h] &= ~ACTOR_FLAGS.visiting;
  w.actor.needTick[h] = w.tick;
  w.city.population[c] += 1;
  indexPresence(w);
  w.side.arrivals?.owed.push(h);
  payOwed(w);
  findFirstHome(w, h, c);
  planFor(w, h, diceFor(w, 'newcomers', h));
  // The weekly review must not count the days before the entry as hungry days.
  const share = ((w.tick % TICKS_PER_WEEK) / TICKS_PER_WEEK) * (VISITS_PER_MONTH / WEEKS_PER_MONTH);
  for (let s = 0; s < CONSUMER_SECTORS; s++) {
    const place = h * CONSUMER_SECTORS + s;
    w.actor.bought[place] = w.actor.plan[place] * share;
  }
}

/**
 * The first vacant dwelling that benefit or income can pay. Otherwise the newcomer looks for one at the end of the
 * month like other residents.
 */
export function findFirstHome(w: World, h: number, city: number): void {
  const home = (w.lists.vacant[city] as Rows).find((d) => mayAffordThere(w, h, city, rentOf(w, d)));
  if (home !== undefined) moveIn(w, h, home);
}

/** Pays outstanding settlement grants in the order of entries, as far as the reserve allows. The rest wait for the next monthly close. */
export function payOwed(w: World): void {
  const { arrivals } = w.side;
  if (arrivals === undefined) return;
  while (arrivals.owed.length > 0) {
    const h = arrivals.owed[0] as number;
    const grant = grantFor(w, w.actor.city[h]);
    if (grant > arrivals.reserve) return;
    arrivals.owed.shift();
    arrivals.reserve -= move(w, FEDERAL, actorAccount(h), grant, 'GRANT');
    tagGranted(w, h, grant);
    planFor(w, h, diceFor(w, 'newcomers', h));
  }
}

/** The settlement state of a newcomer: the amount and time of its grant. */
type Settlement = {
  readonly state: 'VISITOR' | 'ENTERING' | 'OWED' | 'SETTLED';
  /** The tick of the entry, or the earliest tick of the payment. */
  readonly dueTick: number | null;
  readonly amount: number;
  /** Granted marks that are not spent yet, and as many as the actor owes. */
  readonly granted: number;
};

export function settlementOf(w: World, h: number): Settlement {
  const [amount, granted] = [grantFor(w, w.actor.city[h]), boundOf(w, h)];
  const entry = entryTick(w, h);
  if (entry !== undefined) return { state: 'ENTERING', dueTick: entry, amount, granted };
  if (isVisiting(w, h)) return { state: 'VISITOR', dueTick: null, amount, granted };
  const isOwed = w.side.arrivals?.owed.includes(h) ?? false;
  if (!isOwed) return { state: 'SETTLED', dueTick: null, amount: 0, granted };
  return { state: 'OWED', dueTick: Math.ceil((w.tick + 1) / TICKS_PER_MONTH) * TICKS_PER_MONTH, amount, granted };
}

const isNewcomer = (w: World, h: number): boolean =>
  w.side.arrivals !== undefined && (w.actor.flags[h] & ACTOR_FLAGS.linked) !== 0;

/** Benefits, rebates and commons payments are for residents. A newcomer earns one month of them with each month of work. */
export const isEntitled = (w: World, h: number): boolean => !isNewcomer(w, h) || (w.side.arrivals?.worked[h] ?? 0) > 0;

/** Counts a month of work when the wage is at least the benefit. */
export function creditWork(w: World, h: number, wage: number): void {
  const { arrivals } = w.side;
  if (arrivals === undefined || !isNewcomer(w, h)) return;
  const c = w.actor.city[h];
  if (wage < w.city.benefit[c] * w.city.publicWage[c]) return;
  arrivals.worked[h] = Math.min(CREDIT_MAX, (arrivals.worked[h] ?? 0) + 1);
}

export function useCredit(w: World, h: number): void {
  const { arrivals } = w.side;
  if (arrivals === undefined || !isNewcomer(w, h)) return;
  const left = (arrivals.worked[h] ?? 0) - 1;
  if (left > 0) arrivals.worked[h] = left;
  else delete arrivals.worked[h];
}
