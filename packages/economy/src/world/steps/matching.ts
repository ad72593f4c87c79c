/** Step g: each week those without work apply once; in the month's first week those with work look around. */
import type { Rows } from '../columns.ts';
import { clamp } from '../exact.ts';
import { hire, leaveJob } from '../labour.ts';
import { DAYS_PER_WEEK } from '../params.ts';
import type { Dice } from '../rng.ts';
import { shuffle } from '../rng.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

const [LEAST_EFFORT, MOST_EFFORT] = [0.35, 1] as const;

/** The order in which actors act this month. */
export function drawOrder(w: World): void {
  shuffle(w.actor.turn, w.rows.actor, diceFor(w, 'order'));
  w.actor.hiredDay.fill(0);
}

export function matchWeek(w: World, week: number): void {
  countVacancies(w);
  const dice = diceFor(w, 'matching');
  const effort = clamp(w.params.effort + w.nation.effort, LEAST_EFFORT, MOST_EFFORT);
  const { turn, employer, publicPost, city } = w.actor;
  for (let place = 0; place < w.rows.actor; place++) {
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

/** The mean of the four weekly counts is the month's figure for open vacancies. */
function countVacancies(w: World): void {
  const { status, city, vacancies } = w.business;
  for (let f = 0; f < w.rows.business; f++) if (status[f] === 1) w.city.vacancySum[city[f]] += vacancies[f];
}

function apply(w: World, h: number, f: number, week: number): void {
  const { vacancies, wage } = w.business;
  if (vacancies[f] <= 0 || wage[f] < w.actor.reservationWage[h]) return;
  vacancies[f] -= 1;
  hire(w, h, f);
  w.actor.hiredDay[h] = week * DAYS_PER_WEEK;
}

function lookAround(w: World, h: number, offers: Rows, dice: Dice): void {
  const { vacancies, wage } = w.business;
  const now: number = wage[w.actor.employer[h]];
  if (now >= w.actor.reservationWage[h] && dice.uniform() >= w.params.jobLook) return;
  const f: number = offers[dice.below(offers.length)];
  if (vacancies[f] <= 0 || wage[f] <= now) return;
  leaveJob(w, h);
  vacancies[f] -= 1;
  hire(w, h, f);
}
