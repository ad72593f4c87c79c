/** Players in small worlds, and the results of their intents. */
import { expect } from 'vitest';
import { businessId } from '../ids.ts';
import type { World } from '../state.ts';
import { act, join, run, smallWorld } from './worlds.ts';

/** An id that exists in no world. */
export const NOBODY = '99999999-9999-7999-8999-999999999999';

/** A player with 3,000 marks in a world of 120. */
export function setup(): { w: World; h: number; here: number } {
  const w = smallWorld();
  run(w, 30);
  const h = join(w, 3000);
  return { w, h, here: w.actor.city[h] };
}

/** A player with a business in its own city. */
export function owner(): { w: World; h: number; here: number; f: number; id: string } {
  const { w, h, here } = setup();
  const f = w.lists.byCity[here]?.[0] as number;
  w.business.owner[f] = h;
  w.lists.owners.add(h);
  return { w, h, here, f, id: businessId(w, f) };
}

/** The code of a blocked intent; null for an executed one. */
export const code = (w: World, type: string, params: Record<string, unknown>): string | null =>
  act(w, type, params).reasonCode;
export const executes = (w: World, type: string, params: Record<string, unknown>): void =>
  expect(act(w, type, params)).toMatchObject({ status: 'EXECUTED', reasonCode: null });
export const shopWith = (w: World, city: number, test: (f: number) => boolean): number =>
  w.lists.byCity[city]?.find(test) as number;
