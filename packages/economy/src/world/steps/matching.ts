/** Step g: unemployed actors apply once a week. Employed actors look for a better job in the first week of the month. */

import type { Rows } from '../columns.ts';
import { emitActor } from '../events.ts';
import { clamp } from '../exact.ts';
import { businessId } from '../ids.ts';
import { hire, isUnemployed, leaveJob } from '../labour.ts';
import { EDGES_MAX } from '../layout.ts';
import { DAYS_PER_WEEK } from '../params.ts';
import { presentCount } from '../presence.ts';
import type { Dice } from '../rng.ts';
import { shuffle } from '../rng.ts';
import type { World } from '../state.ts';
import { dropWish } from '../wishes.ts';
import { diceFor } from './dice.ts';

const [LEAST_EFFORT, MOST_EFFORT] = [0.35, 1] as const;

/** The order in which actors act this month. */
export function drawOrder(w: World): void {
  shuffle(w.actor.turn, presentCount(w), diceFor(w, 'order'));
  w.actor.hiredDay.fill(0);
}

export function matchWeek(w: World, week: number): void {
  countVacancies(w);
  processApplications(w, week);
  if (week === 0 && w.params.switches.friendsPassVacancies) askFriends(w, week);
  const dice = diceFor(w, 'matching');
  const effort = clamp(w.params.effort + w.nation.effort, LEAST_EFFORT, MOST_EFFORT);
  const { turn, employer, publicPost, city } = w.actor;
  for (let place = 0; place < presentCount(w); place++) {
    const h: number = turn[place];
    if (publicPost[h] !== 0) continue;
    const offers = w.lists.byCity[city[h]] as Rows;
    if (offers.length === 0) continue;
    if (employer[h] >= 0) {
      if (week === 0) lookAround(w, h, offers, dice);
    } else if (dice.uniform() <= effort) {
      apply(w, h, offers[dice.below(offers.length)], week);
    }
  }
}

/** Applications by owners come first, in the order in which they were sent. */
function processApplications(w: World, week: number): void {
  for (const wish of w.side.wishes.filter(({ kind }) => kind === 'application')) {
    const { actor: h, value: f } = wish;
    dropWish(w, wish);
    const employer = w.actor.employer[h];
    const isBetter = employer < 0 || w.business.wage[f] > w.business.wage[employer];
    const isOpen = w.business.status[f] === 1 && w.business.vacancies[f] > 0 && w.business.city[f] === w.actor.city[h];
    if (!isOpen || !isBetter || w.actor.publicPost[h] > 0) continue;
    leaveJob(w, h);
    take(w, h, f, week);
  }
}

const CLOSE_FRIEND = 60;

/** One additional application a month, at the employer of a close friend. */
function askFriends(w: World, week: number): void {
  const { edgePeer, affinity, employer, city } = w.actor;
  for (let h = 0; h < w.rows.actor; h++) {
    if (!isUnemployed(w, h)) continue;
    for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
      const peer = edgePeer[place];
      if (peer < 0 || affinity[place] <= CLOSE_FRIEND || employer[peer] < 0 || city[peer] !== city[h]) continue;
      apply(w, h, employer[peer], week);
      break;
    }
  }
}

/** The monthly figure for open vacancies is the mean of the four weekly counts. */
function countVacancies(w: World): void {
  const { status, city, vacancies } = w.business;
  for (let f = 0; f < w.rows.business; f++) if (status[f] === 1) w.city.vacancySum[city[f]] += vacancies[f];
}

function apply(w: World, h: number, f: number, week: number): void {
  const { vacancies, wage } = w.business;
  if (vacancies[f] <= 0 || wage[f] < w.actor.reservationWage[h]) return;
  take(w, h, f, week);
}

function take(w: World, h: number, f: number, week: number): void {
  w.business.vacancies[f] -= 1;
  hire(w, h, f);
  w.actor.hiredDay[h] = week * DAYS_PER_WEEK;
  emitActor(w, 'actor.employed', h, { businessId: businessId(w, f), role: null, wage: w.business.wage[f] });
}

function lookAround(w: World, h: number, offers: Rows, dice: Dice): void {
  const { vacancies, wage } = w.business;
  const now: number = wage[w.actor.employer[h]];
  if (now >= w.actor.reservationWage[h] && dice.uniform() >= w.params.jobLook) return;
  const f: number = offers[dice.below(offers.length)];
  if (vacancies[f] <= 0 || wage[f] <= now) return;
  leaveJob(w, h);
  take(w, h, f, 0);
}
