/** Dwellings, their residents and vacancies. */
import type { Rows } from './columns.ts';
import { TIER_FACTOR } from './params.ts';
import { addRow, indexTorn, type World } from './state.ts';

export const CITY_OWNED = -1;

const vacantIn = (w: World, city: number): Rows => w.lists.vacant[city] as Rows;

export const tierFactor = (tier: number): number => TIER_FACTOR[tier] ?? 1;

/** Monthly rent: the landlord's price, else the city's index by tier. */
export function rentOf(w: World, dwelling: number): number {
  const asked = w.dwelling.rentAsked[dwelling];
  if (asked > 0) return asked;
  return w.city.rentIndex[w.dwelling.city[dwelling]] * tierFactor(w.dwelling.tier[dwelling]);
}

/** The monthly rent of an actor: nothing in its own home, half with a partner in the same home. */
export function rentDue(w: World, actor: number): number {
  const home = w.actor.home[actor];
  return home < 0 || w.dwelling.owner[home] === actor ? 0 : rentOf(w, home);
}

function listVacant(w: World, dwelling: number): void {
  const free = vacantIn(w, w.dwelling.city[dwelling]);
  w.dwelling.vacantPlace[dwelling] = free.length;
  free.push(dwelling);
}

function unlistVacant(w: World, dwelling: number): void {
  const free = vacantIn(w, w.dwelling.city[dwelling]);
  const place = w.dwelling.vacantPlace[dwelling];
  const last = free[free.length - 1];
  free[place] = last;
  w.dwelling.vacantPlace[last] = place;
  free.pop();
  w.dwelling.vacantPlace[dwelling] = -1;
}

/** A new dwelling reuses the row of a demolished one with the next generation. */
export function addDwelling(w: World, city: number, tier: number, owner: number): number {
  const row = freeDwellingRow(w);
  w.dwelling.city[row] = city;
  w.dwelling.tier[row] = tier;
  w.dwelling.owner[row] = owner;
  w.dwelling.standing[row] = 1;
  w.dwelling.rentAsked[row] = 0;
  w.dwelling.salePrice[row] = 0;
  listVacant(w, row);
  return row;
}

function freeDwellingRow(w: World): number {
  const row = w.lists.torn.pop();
  if (row === undefined) return addRow(w, 'dwelling');
  w.dwelling.generation[row] += 1;
  return row;
}

export function tearDown(w: World, dwelling: number): void {
  unlistVacant(w, dwelling);
  w.dwelling.standing[dwelling] = 0;
  indexTorn(w);
}

export function moveOut(w: World, actor: number): void {
  const home = w.actor.home[actor];
  if (home < 0) return;
  w.dwelling.tenant[home] = -1;
  w.actor.home[actor] = -1;
  listVacant(w, home);
}

export function moveIn(w: World, actor: number, dwelling: number): void {
  moveOut(w, actor);
  unlistVacant(w, dwelling);
  w.actor.home[actor] = dwelling;
  w.dwelling.tenant[dwelling] = actor;
}
