/** The state of the world between two ticks. Opaque outside this folder. */
import { type F64, growTable, makeTable, type Rows, type Table } from './columns.ts';
import { ACTOR_FLAGS, FUND_COUNT, TABLES, type TableName } from './layout.ts';
import type { WorldParams } from './params.ts';
import { SECTOR_COUNT } from './params.ts';
import { type Recorder, silentRecorder } from './recorder.ts';
import type { Side } from './side.ts';
import { emptySide } from './side.ts';

/** Part of the state: only the kernel version that wrote a world can replay it. */
export const KERNEL_VERSION = 1;

export type Nation = {
  issued: number;
  loans: number;
  recapOutstanding: number;
  restlessness: number;
  effort: number;
  harvest: number;
  /** Money supply of each of the last twelve months, for sterilisation. */
  moneyYear: number[];
  comparableSince: number;
  /** Purse size at each percentile of the population, at the end of the last month. */
  wealthSteps: number[];
};

/** Lists derived from the columns. They are rebuilt on load in the same order. */
type Lists = {
  staff: Rows[];
  vacant: Rows[];
  byCity: Rows[];
  bySector: Rows[];
  byCitySector: Rows[];
  /** Rows of demolished dwellings in descending order: the lowest is reused first. */
  torn: Rows;
  /** Rows of present actors in ascending order. Empty while there are no visitors, because then all actors are present. */
  present: Rows;
  visitors: number;
  /** Actors that own a business. */
  owners: Set<number>;
  givenIds: Map<number, string>;
  givenRows: Map<string, number>;
  givenNames: Map<number, string>;
  /** Deposits by kind of account. See ledger.ts. */
  books: F64[] & { [index: number]: F64 };
};

export type World = { [Name in TableName]: Table<(typeof TABLES)[Name]> } & {
  params: WorldParams;
  seed: number;
  /** The seed of the dice: the seed of the world, or another one in a fork. */
  luck: number;
  tick: number;
  chainHash: string;
  rows: { [Name in TableName]: number };
  room: { [Name in TableName]: number };
  nation: Nation;
  side: Side;
  lists: Lists;
  out: Recorder;
};

const noRows = (): { [Name in TableName]: number } => ({
  actor: 0,
  business: 0,
  dwelling: 0,
  bank: 0,
  city: 0,
  flow: 0,
  fund: 0,
});

const list = (values: readonly number[] = []): Rows => [...values] as Rows;
export const lists = (count: number): Rows[] => Array.from({ length: count }, () => list());

/** An empty world with capacity. */
export function emptyWorld(params: WorldParams, seed: number, room: { [Name in TableName]: number }): World {
  return {
    params,
    seed,
    luck: seed,
    tick: 0,
    chainHash: '0'.repeat(64),
    rows: noRows(),
    room,
    nation: {
      issued: 0,
      loans: 0,
      recapOutstanding: 0,
      restlessness: 0,
      effort: 0,
      harvest: 0,
      moneyYear: [],
      comparableSince: 0,
      wealthSteps: [],
    },
    side: emptySide(),
    lists: {
      staff: [],
      vacant: [],
      byCity: [],
      bySector: [],
      byCitySector: [],
      torn: list(),
      present: list(),
      visitors: 0,
      owners: new Set(),
      givenIds: new Map(),
      givenRows: new Map(),
      givenNames: new Map(),
      books: [],
    },
    out: silentRecorder(),
    actor: makeTable(TABLES.actor, room.actor),
    business: makeTable(TABLES.business, room.business),
    dwelling: makeTable(TABLES.dwelling, room.dwelling),
    bank: makeTable(TABLES.bank, room.bank),
    city: makeTable(TABLES.city, room.city),
    flow: makeTable(TABLES.flow, room.flow),
    fund: makeTable(TABLES.fund, room.fund),
  };
}

const SPARE_ROWS = 64;

export const roomFor = (params: WorldParams): { [Name in TableName]: number } => {
  const slots = Math.floor(params.actors * params.businessesPerActor * params.slotFactor);
  return {
    actor: params.actors + SPARE_ROWS,
    business: Math.max(slots, params.cities),
    dwelling: Math.floor(params.actors * params.dwellingsPerActor * 1.25) + SPARE_ROWS,
    bank: params.cities,
    city: params.cities,
    flow: params.cities * params.cities,
    fund: FUND_COUNT,
  };
};

/** The index of a new row. A full table grows by half. */
export function addRow(w: World, name: 'actor' | 'dwelling'): number {
  const row = w.rows[name];
  if (row === w.room[name]) {
    w.room[name] = Math.floor(row * 1.5) + SPARE_ROWS;
    if (name === 'actor') w.actor = growTable(TABLES.actor, w.actor, w.room.actor);
    else w.dwelling = growTable(TABLES.dwelling, w.dwelling, w.room.dwelling);
    openBooks(w);
  }
  w.rows[name] = row + 1;
  return row;
}

export function openBooks(w: World): void {
  w.lists.books = [w.actor.deposit, w.business.deposit, w.city.deposit, w.bank.deposit, w.fund.deposit];
}

/** Indexes businesses by city and sector in ascending order. Called whenever a business opens or closes. */
export function indexBusinesses(w: World): void {
  const { status, city, sector } = w.business;
  const { byCity, bySector, byCitySector } = w.lists;
  for (const one of [...byCity, ...bySector, ...byCitySector]) one.length = 0;
  w.lists.owners.clear();
  for (let f = 0; f < w.rows.business; f++) {
    if (status[f] !== 1) continue;
    w.lists.owners.add(w.business.owner[f]);
    byCity[city[f]]?.push(f);
    bySector[sector[f]]?.push(f);
    byCitySector[city[f] * SECTOR_COUNT + sector[f]]?.push(f);
  }
}

/** Indexes external ids, in both directions, and names. */
export function indexIds(w: World): void {
  w.lists.givenIds = new Map(w.side.actorIds);
  w.lists.givenRows = new Map(w.side.actorIds.map(([row, id]) => [id, row]));
  w.lists.givenNames = new Map(w.side.actorNames);
}

export const isVisiting = (w: World, h: number): boolean => (w.actor.flags[h] & ACTOR_FLAGS.visiting) !== 0;

/** Called after a load, an arrival or a first intent. Without visitors the list stays empty: then every row is present. */
export function indexPresence(w: World): void {
  const present: Rows = [] as number[] as Rows;
  for (let h = 0; h < w.rows.actor; h++) if (!isVisiting(w, h)) present.push(h);
  w.lists.visitors = w.rows.actor - present.length;
  w.lists.present = w.lists.visitors === 0 ? ([] as number[] as Rows) : present;
}

/** Rebuilds every list from the columns, as after a load. */
export function rebuildLists(w: World): void {
  openBooks(w);
  indexIds(w);
  indexPresence(w);
  const cities = w.rows.city;
  w.lists.byCity = lists(cities);
  w.lists.bySector = lists(SECTOR_COUNT);
  w.lists.byCitySector = lists(cities * SECTOR_COUNT);
  indexBusinesses(w);
  w.lists.staff = lists(w.rows.business);
  for (let h = 0; h < w.rows.actor; h++) {
    const employer = w.actor.employer[h];
    if (employer >= 0) (w.lists.staff[employer] as Rows)[w.actor.payrollPlace[h]] = h;
  }
  indexTorn(w);
  w.lists.vacant = lists(cities);
  for (let d = 0; d < w.rows.dwelling; d++) {
    const place = w.dwelling.vacantPlace[d];
    if (place >= 0) (w.lists.vacant[w.dwelling.city[d]] as Rows)[place] = d;
  }
}

export function indexTorn(w: World): void {
  w.lists.torn.length = 0;
  for (let d = w.rows.dwelling - 1; d >= 0; d--) if (w.dwelling.standing[d] === 0) w.lists.torn.push(d);
}

/** Residents of every city, in ascending order. */
export function residents(w: World): Rows[] {
  const found = lists(w.rows.city);
  const { city } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) if (!isVisiting(w, h)) found[city[h]]?.push(h);
  return found;
}
