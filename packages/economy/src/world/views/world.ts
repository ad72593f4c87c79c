/** The whole world in a few figures. */

import { type Activity, activityOf } from '../activity.ts';
import { actorId, bankId, businessId, cityId } from '../ids.ts';
import { FUNDS } from '../layout.ts';
import { ACCOUNT_KINDS, accountKind, accountRow, moneySupply } from '../ledger.ts';
import { nameOfActor, nameOfBusiness } from '../names.ts';
import { CONSUMER_SECTORS, DAYS_PER_MONTH, HOURS_PER_DAY, MONTHS_PER_YEAR, SECTORS } from '../params.ts';
import { isVisiting, presentCount } from '../presence.ts';
import { worthOf } from '../property.ts';
import { MERIDIAN_ROADS } from '../seed/cities.ts';
import type { World } from '../state.ts';
import { marks, signed } from './money.ts';

type WorldView = {
  readonly tick: number;
  readonly worldTime: string;
  readonly population: number;
  readonly cities: number;
  readonly businesses: number;
  readonly moneySupply: bigint;
  readonly issued: bigint;
  readonly credit: bigint;
  /** Marks in the service's own ledger. Its clearing account must have the same balance. */
  readonly outside: bigint;
  readonly federal: bigint;
  readonly chainHash: string;
};

/** Year, month and day count from one, the hour from zero: `Y3-07-12 05:00`. */
function worldTime(tick: number): string {
  const day = Math.floor(tick / HOURS_PER_DAY);
  const month = Math.floor(day / DAYS_PER_MONTH);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${two((month % MONTHS_PER_YEAR) + 1)}-${two((day % DAYS_PER_MONTH) + 1)}`;
  return `Y${Math.floor(month / MONTHS_PER_YEAR) + 1}-${date} ${two(tick % HOURS_PER_DAY)}:00`;
}

export function viewWorld(w: World): WorldView {
  return {
    tick: w.tick,
    worldTime: worldTime(w.tick),
    population: presentCount(w),
    cities: w.rows.city,
    businesses: w.lists.byCity.reduce((sum, shops) => sum + shops.length, 0) + w.rows.bank,
    moneySupply: marks(moneySupply(w)),
    issued: marks(w.nation.issued),
    credit: marks(w.nation.loans),
    outside: marks(w.fund.deposit[FUNDS.protocol]),
    federal: marks(w.fund.deposit[FUNDS.federal]),
    chainHash: w.chainHash,
  };
}

type AccountView = {
  readonly type: (typeof ACCOUNT_KINDS)[number] | 'commons' | 'federal' | 'protocol';
  readonly id: string;
};

const FUND_NAMES = ['commons', 'federal', 'protocol'] as const;

/** The owner of an account code in a posting. */
export function viewAccount(w: World, account: number): AccountView {
  const kind = ACCOUNT_KINDS[accountKind(account)] ?? 'issue';
  const row = accountRow(account);
  if (kind === 'actor') return { type: kind, id: actorId(w, row) };
  if (kind === 'business') return { type: kind, id: businessId(w, row) };
  if (kind === 'city') return { type: kind, id: cityId(w, row) };
  if (kind === 'bank' || kind === 'loanbook') return { type: kind, id: bankId(w, row) };
  const name = kind === 'fund' ? (FUND_NAMES[row] ?? 'protocol') : kind;
  return { type: name, id: name };
}

type FlowView = {
  readonly fromCityId: string;
  readonly toCityId: string;
  readonly sector: string;
  readonly amount: bigint;
};

/** Trade between cities in the current month. */
export function viewFlows(w: World): FlowView[] {
  const found: FlowView[] = [];
  for (let place = 0; place < w.rows.flow * CONSUMER_SECTORS; place++) {
    const amount = w.flow.amount[place];
    if (amount === 0) continue;
    const pair = Math.floor(place / CONSUMER_SECTORS);
    const [from, to] = [Math.floor(pair / w.rows.city), pair % w.rows.city];
    found.push({
      fromCityId: cityId(w, from),
      toCityId: cityId(w, to),
      sector: SECTORS[place % CONSUMER_SECTORS] ?? 'FOOD',
      amount: marks(amount),
    });
  }
  return found;
}

export const viewRoads = (w: World): { fromCityId: string; toCityId: string }[] =>
  MERIDIAN_ROADS.filter(([, to]) => to < w.rows.city).map(([from, to]) => ({
    fromCityId: cityId(w, from),
    toCityId: cityId(w, to),
  }));

/** The number of residents of each city by activity in this hour. The index is the city's row. */
export function viewActivities(w: World): Partial<Record<Activity, number>>[] {
  const found: Partial<Record<Activity, number>>[] = Array.from({ length: w.rows.city }, () => ({}));
  for (let h = 0; h < w.rows.actor; h++) {
    if (isVisiting(w, h)) continue;
    const counts = found[w.actor.city[h]];
    const { kind } = activityOf(w, h);
    if (counts !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return found;
}

type Leader = { readonly id: string; readonly name: string; readonly value: bigint };
const LEADERS = 10;

const top = (
  rows: number,
  value: (row: number) => number,
  tell: (row: number) => { id: string; name: string },
): Leader[] =>
  Array.from({ length: rows }, (_, row) => ({ row, amount: value(row) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount || a.row - b.row)
    .slice(0, LEADERS)
    .map(({ row, amount }) => Object.assign(tell(row), { value: marks(amount) }));

/** The ten richest actors, the ten businesses with the most sales and the ten largest employers. */
export function viewLeaderboards(w: World): { wealth: Leader[]; sales: Leader[]; staff: Leader[] } {
  const person = (h: number) => ({ id: actorId(w, h), name: nameOfActor(w, h) });
  const shop = (f: number) => ({ id: businessId(w, f), name: nameOfBusiness(w, f) });
  const isOpen = (f: number): boolean => w.business.status[f] === 1;
  return {
    wealth: top(w.rows.actor, (h) => w.actor.deposit[h], person),
    sales: top(w.rows.business, (f) => (isOpen(f) ? w.business.revenueLast[f] : 0), shop),
    staff: top(w.rows.business, (f) => (isOpen(f) ? (w.lists.staff[f]?.length ?? 0) : 0), shop),
  };
}

type FortuneView = {
  readonly id: string;
  readonly name: string;
  readonly cityId: string;
  readonly purse: bigint;
  /** Valued at 48 months of rent each. */
  readonly homes: bigint;
  /** The remaining assets of owned businesses after their debts. */
  readonly businesses: bigint;
  readonly debt: bigint;
};

/** Net worth of all actors, unordered, without marks that the service holds. */
export function viewFortunes(w: World): FortuneView[] {
  const homes = new Float64Array(w.rows.actor);
  const shops = new Float64Array(w.rows.actor);
  const { owner, standing } = w.dwelling;
  for (let d = 0; d < w.rows.dwelling; d++)
    if (owner[d] >= 0 && standing[d] === 1) homes[owner[d]] = (homes[owner[d]] ?? 0) + worthOf(w, d);
  const { status, owner: founder, deposit, debt } = w.business;
  for (let f = 0; f < w.rows.business; f++) {
    // An owner is not liable for the debts of a business.
    const [h, left] = [founder[f], Math.max(0, deposit[f] - debt[f])];
    if (status[f] === 1 && h >= 0) shops[h] = (shops[h] ?? 0) + left;
  }
  return Array.from({ length: w.rows.actor }, (_, h) => ({
    id: actorId(w, h),
    name: nameOfActor(w, h),
    cityId: cityId(w, w.actor.city[h]),
    purse: marks(w.actor.deposit[h]),
    homes: marks(homes[h] ?? 0),
    businesses: marks(shops[h] ?? 0),
    debt: signed(w.actor.debt[h]),
  }));
}
