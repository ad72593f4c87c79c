/** Participation in the economy. A newcomer is a visitor until its first intent; visitors affect no draw, market or figure. */
import type { Dice } from './rng.ts';
import { isVisiting, type World } from './state.ts';

export { indexPresence, isVisiting } from './state.ts';

/** Whether others may meet or bond with the actor. With player limits, not before its first intent. */
export const isApproachable = (w: World, h: number): boolean =>
  !isVisiting(w, h) || w.params.switches.playerLimits !== true;

export const presentCount = (w: World): number => w.rows.actor - w.lists.visitors;

/** Draws any actor except visitors. The number of visitors does not affect the result. */
export function drawActor(w: World, dice: Dice): number {
  const place = dice.below(presentCount(w));
  return w.lists.visitors === 0 ? place : (w.lists.present[place] as number);
}

/** The first entries of `turn` are the present actors, in any order. */
export function takeTurn(w: World, h: number): void {
  const { turn } = w.actor;
  const [from, to] = [turn.indexOf(h, presentCount(w)), presentCount(w)];
  turn[from] = turn[to];
  turn[to] = h;
}
