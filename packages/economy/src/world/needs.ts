/** Needs of an actor, integers from 0 to 100, updated when the actor wakes or is read. */
import { NEEDS } from './layout.ts';
import { HOURS_PER_DAY } from './params.ts';
import { isVisiting } from './presence.ts';
import type { World } from './state.ts';

/** Indexes in `NEEDS`. */
export const [ENERGY, FOOD_NEED, SOCIAL, FUN, PURPOSE] = [0, 1, 3, 4, 5] as const;
const HEALTH_NEED = 2;
const WIDTH = NEEDS.length;
const FULL = 100;
/** Days that one update covers at most. An actor wakes every day, so more never occur. */
const DAYS_MAX = 7;
const WEIGHTS = [0.2, 0.25, 0.25, 0.1, 0.1, 0.1] as const;

type NeedCells = { [index: number]: number };

/** The needs in this hour, without storing them. */
export function currentNeeds(w: World, h: number): number[] {
  const needs = Array.from(w.actor.needs.subarray(h * WIDTH, (h + 1) * WIDTH));
  if (isVisiting(w, h)) return needs;
  const days = Math.min(DAYS_MAX, Math.floor((w.tick - w.actor.needTick[h]) / HOURS_PER_DAY));
  for (let day = 0; day < days; day++) liveDay(w, h, needs, 0);
  return needs;
}

/** Stores the current needs. Called once a day for every actor. */
export function updateNeeds(w: World, h: number): void {
  const { needs, needTick, mood } = w.actor;
  const days = Math.floor((w.tick - needTick[h]) / HOURS_PER_DAY);
  if (days === 0) return;
  for (let day = 0; day < Math.min(days, DAYS_MAX); day++) liveDay(w, h, needs, h * WIDTH);
  needTick[h] += days * HOURS_PER_DAY;
  mood[h] = moodAt(needs, h * WIDTH);
}

function moodAt(needs: NeedCells, at: number): number {
  let sum = 0;
  for (let place = 0; place < WIDTH; place++) sum += (WEIGHTS[place] as number) * (needs[at + place] as number);
  return Math.round(sum);
}

export const moodOf = (needs: readonly number[]): number => moodAt(needs as number[], 0);

const within = (value: number): number => (value < 0 ? 0 : value > FULL ? FULL : Math.round(value));

function liveDay(w: World, h: number, needs: NeedCells, at: number): void {
  const { home, employer, publicPost, foodFill, serviceFill } = w.actor;
  const hasHome = home[h] >= 0;
  const works = employer[h] >= 0 || publicPost[h] > 0;
  const food = needs[at + FOOD_NEED] as number;
  const energy = within((needs[at + ENERGY] as number) + (hasHome ? 30 : 15) - (works ? 28 : 12));
  const fed = within(food + (foodFill[h] - food) * 0.2);
  const health = needs[at + HEALTH_NEED] as number;
  needs[at + ENERGY] = energy;
  needs[at + FOOD_NEED] = fed;
  needs[at + HEALTH_NEED] = within(health + ((fed + energy) / 2 - health) * 0.05 - (hasHome ? 0 : 2));
  needs[at + SOCIAL] = within((needs[at + SOCIAL] as number) - 8);
  needs[at + FUN] = within((needs[at + FUN] as number) - 8 + serviceFill[h] / 10);
  needs[at + PURPOSE] = within((needs[at + PURPOSE] as number) + (works ? 2 : -3));
}

export function addNeed(w: World, h: number, need: number, by: number): void {
  const place = h * WIDTH + need;
  w.actor.needs[place] = within(w.actor.needs[place] + by);
}

const [SICK, SICK_LOSS, TIRED, TIRED_LOSS] = [30, 0.05, 20, 0.03] as const;

/** The worked share of a shift. Used only when the switch `attendance` is on. */
export function attendance(w: World, h: number): number {
  const { needs } = w.actor;
  const isSick = needs[h * WIDTH + HEALTH_NEED] < SICK;
  const isTired = needs[h * WIDTH + ENERGY] < TIRED;
  return 1 - (isSick ? SICK_LOSS : 0) - (isTired ? TIRED_LOSS : 0);
}
