/** Step e: the city keeps as many posts as it can pay, up to a share of its residents. */
import type { Rows } from '../columns.ts';
import { isUnemployed } from '../labour.ts';
import { PUBLIC_ROLES } from '../params.ts';
import { residents, type World } from '../state.ts';

/** Most of the treasury that a month of public wages may take. */
const TREASURY_SHARE = 0.3;

export const postTarget = (w: World, c: number, population: number): number => {
  const extra = w.city.extraPostsUntil[c] > w.tick ? w.city.extraPosts[c] : 0;
  const payable = Math.floor((w.city.deposit[c] * TREASURY_SHARE) / w.city.publicWage[c]);
  return Math.min(Math.floor(w.city.publicPosts[c] * population) + extra, payable);
};

export function fillPublicPosts(w: World): void {
  const people = residents(w);
  for (let c = 0; c < w.rows.city; c++) fillCity(w, people[c] as Rows, postTarget(w, c, (people[c] as Rows).length));
}

function fillCity(w: World, people: Rows, target: number): void {
  const { publicPost } = w.actor;
  let filled = 0;
  for (const h of people) {
    if (publicPost[h] === 0) continue;
    if (filled < target) filled++;
    else publicPost[h] = 0;
  }
  for (const h of people) {
    if (filled >= target) return;
    if (!isUnemployed(w, h)) continue;
    publicPost[h] = 1 + (filled % PUBLIC_ROLES.length);
    filled++;
  }
}
