/** Step e: the city keeps as many posts as it can pay, up to a share of its residents. */
import type { Rows } from '../columns.ts';
import { emitActor } from '../events.ts';
import { isUnemployed, leaveJob } from '../labour.ts';
import { PUBLIC_ROLES } from '../params.ts';
import { residents, type World } from '../state.ts';
import { dropWish } from '../wishes.ts';

/** The largest share of the treasury for a month of public wages. */
const TREASURY_SHARE = 0.3;

export const postTarget = (w: World, c: number, population: number): number => {
  const extra = w.city.extraPostsUntil[c] > w.tick ? w.city.extraPosts[c] : 0;
  const payable = Math.floor((w.city.deposit[c] * TREASURY_SHARE) / w.city.publicWage[c]);
  return Math.min(Math.floor(w.city.publicPosts[c] * population) + extra, payable);
};

export function fillPublicPosts(w: World): void {
  const people = residents(w);
  for (let c = 0; c < w.rows.city; c++) fillCity(w, c, people[c] as Rows, postTarget(w, c, (people[c] as Rows).length));
}

function fillCity(w: World, c: number, people: Rows, target: number): void {
  const { publicPost } = w.actor;
  const publicWage: number = w.city.publicWage[c];
  let filled = 0;
  for (const h of people) {
    if (publicPost[h] === 0) continue;
    if (filled < target) filled++;
    else publicPost[h] = 0;
  }
  const seat = (h: number, role: number): void => {
    publicPost[h] = role;
    filled++;
    emitActor(w, 'actor.employed', h, { businessId: null, role: PUBLIC_ROLES[role - 1] ?? null, wage: publicWage });
  };
  for (const wish of w.side.wishes.filter(({ kind, actor }) => kind === 'publicPost' && w.actor.city[actor] === c)) {
    dropWish(w, wish);
    if (filled >= target || publicPost[wish.actor] > 0) continue;
    leaveJob(w, wish.actor);
    seat(wish.actor, wish.value);
  }
  for (const h of people) {
    if (filled >= target) return;
    if (!isUnemployed(w, h)) continue;
    seat(h, 1 + (filled % PUBLIC_ROLES.length));
  }
}
