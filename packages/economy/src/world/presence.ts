/** Who takes part in the economy. A newcomer is a visitor until its first intent: visitors change no draw, no market and no figure. */
import type { Dice } from './rng.ts';
import { isVisiting, type World } from './state.ts';

export { indexPresence, isVisiting } from './state.ts';

/** Whether others may meet the actor or bind themselves to it. Not until its first intent, where the world limits players. */
export const isApproachable = (w: World, h: number): boolean =>
  !isVisiting(w, h) || w.params.switches.playerLimits !== true;

export const presentCount = (w: World): number => w.rows.actor - w.lists.visitors;

/** Any actor but a visitor; with the same dice the same one, however many visitors there are. */
export function drawActor(w: World, dice: Dice): number {
  const place = dice.below(presentCount(w));
  return w.lists.visitors === 0 ? place : (w.lists.present[place] as number);
}

/** The first places of `turn` belong to those who are present, in any order. */
export function takeTurn(w: World, h: number): void {
  const { turn } = w.actor;
  const [from, to] = [turn.indexOf(h, presentCount(w)), presentCount(w)];
  turn[from] = turn[to];
  turn[to] = h;
}
