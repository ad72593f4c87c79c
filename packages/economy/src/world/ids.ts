/**
 * Ids of world objects: UUIDs that contain kind, generation and row, so that no lookup is needed. Actors may have an
 * external id (a linked wallet, a built-in validator); the side table stores those.
 */
import { mix } from './rng.ts';
import type { World } from './state.ts';

const KINDS = {
  actor: 1,
  city: 2,
  business: 3,
  bank: 4,
  property: 5,
  loan: 6,
  personalLoan: 7,
  proposal: 8,
  consent: 9,
  item: 10,
  project: 11,
  event: 12,
  journal: 13,
  intent: 14,
} as const;
export type IdKind = keyof typeof KINDS;

const GENERATIONS = 0x1000;
const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits);

/** The tag of a world. Ids of another seed are rejected. */
const tagOf = (seed: number): number => mix(seed, 0x0a55_a700);

/** 64 bits are enough for a tick and an ordinal. */
export function worldId(w: World, kind: IdKind, row: number, generation = 0): string {
  const tag = tagOf(w.seed);
  const check = mix(mix(tag, KINDS[kind] * GENERATIONS + (generation % GENERATIONS)), row | 0) & 0xffff;
  const place = row.toString(16).padStart(12, '0');
  return `${hex(tag, 8)}-${hex(check, 4)}-7${hex(KINDS[kind], 3)}-8${hex(generation % GENERATIONS, 3)}-${place}`;
}

/** Row and generation of an id of this world and kind. */
export function rowOf(w: World, kind: IdKind, id: string): { row: number; generation: number } | undefined {
  const row = Number.parseInt(id.slice(24), 16);
  const generation = Number.parseInt(id.slice(20, 23), 16);
  if (!Number.isSafeInteger(row) || worldId(w, kind, row, generation) !== id) return undefined;
  return { row, generation };
}

export function actorId(w: World, row: number): string {
  return w.lists.givenIds.get(row) ?? worldId(w, 'actor', row);
}

export function actorRow(w: World, id: string): number | undefined {
  const given = w.lists.givenRows.get(id);
  if (given !== undefined) return given;
  const row = rowOf(w, 'actor', id)?.row;
  return row === undefined || row >= w.rows.actor || w.lists.givenIds.has(row) ? undefined : row;
}

export const cityId = (w: World, row: number): string => worldId(w, 'city', row);
export const bankId = (w: World, row: number): string => worldId(w, 'bank', row);
export const businessId = (w: World, row: number): string => worldId(w, 'business', row, w.business.generation[row]);
export const propertyId = (w: World, row: number): string => worldId(w, 'property', row, w.dwelling.generation[row]);
export const projectId = (w: World, id: number): string => worldId(w, 'project', id);
export const loanId = (w: World, business: number): string =>
  worldId(w, 'loan', business, w.business.generation[business]);

const inTable = (row: number | undefined, rows: number): number | undefined =>
  row !== undefined && row < rows ? row : undefined;

export const cityRow = (w: World, id: string): number | undefined => inTable(rowOf(w, 'city', id)?.row, w.rows.city);
export const bankRow = (w: World, id: string): number | undefined => inTable(rowOf(w, 'bank', id)?.row, w.rows.bank);

/** Also undefined for a former business whose slot was reused. */
export function businessRow(w: World, id: string): number | undefined {
  const found = rowOf(w, 'business', id);
  if (found === undefined || found.row >= w.rows.business) return undefined;
  return w.business.generation[found.row] % GENERATIONS === found.generation ? found.row : undefined;
}

export function propertyRow(w: World, id: string): number | undefined {
  const found = rowOf(w, 'property', id);
  if (found === undefined || found.row >= w.rows.dwelling || w.dwelling.standing[found.row] === 0) return undefined;
  return w.dwelling.generation[found.row] % GENERATIONS === found.generation ? found.row : undefined;
}

export const sideRow = (w: World, kind: IdKind, id: string): number | undefined => rowOf(w, kind, id)?.row;

const ORDINALS = 2 ** 22;
export const eventId = (w: World, tick: number, ordinal: number): string =>
  worldId(w, 'event', tick * ORDINALS + ordinal);
export const journalId = (w: World, tick: number, ordinal: number): string =>
  worldId(w, 'journal', tick * ORDINALS + ordinal);
