/** Who takes part in the economy. A newcomer is a visitor until its first intent: visitors change no draw, no market and no figure. */
import type { Rows } from './columns.ts';
import { ACTOR_FLAGS } from './layout.ts';
import type { Dice } from './rng.ts';
import type { World } from './state.ts';

export const isVisiting = (w: World, h: number): boolean => (w.actor.flags[h] & ACTOR_FLAGS.visiting) !== 0;
export const presentCount = (w: World): number => w.rows.actor - w.lists.visitors;

/** Any actor but a visitor; with the same dice the same one, however many visitors there are. */
export function drawActor(w: World, dice: Dice): number {
  const place = dice.below(presentCount(w));
  return w.lists.visitors === 0 ? place : (w.lists.present[place] as number);
}

/** After a load, an arrival or a first intent. Without visitors nothing is listed: then every row is present. */
export function indexPresence(w: World): void {
  const present: Rows = [] as number[] as Rows;
  for (let h = 0; h < w.rows.actor; h++) if (!isVisiting(w, h)) present.push(h);
  w.lists.visitors = w.rows.actor - present.length;
  w.lists.present = w.lists.visitors === 0 ? ([] as number[] as Rows) : present;
}

/** The first places of `turn` belong to those who are present, in any order. */
export function takeTurn(w: World, h: number): void {
  const { turn } = w.actor;
  const [from, to] = [turn.indexOf(h, presentCount(w)), presentCount(w)];
  turn[from] = turn[to];
  turn[to] = h;
}
