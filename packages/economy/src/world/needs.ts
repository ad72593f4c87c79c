/** Needs of an actor, 0–100, brought up to date when it wakes or somebody looks. They live in whole numbers. */
import { clamp } from './exact.ts';
import { NEEDS } from './layout.ts';
import { HOURS_PER_DAY } from './params.ts';
import type { World } from './state.ts';

export const [ENERGY, FOOD_NEED, HEALTH_NEED, SOCIAL, FUN, PURPOSE] = [0, 1, 2, 3, 4, 5] as const;
/** Days that are brought up in one go: an actor wakes every day, so more never happens. */
const DAYS_MAX = 7;
const WEIGHTS = [0.2, 0.25, 0.25, 0.1, 0.1, 0.1] as const;

/** Needs as they stand in this hour, without writing them down. */
export function currentNeeds(w: World, h: number): number[] {
  const start = h * NEEDS.length;
  const needs = Array.from(w.actor.needs.subarray(start, start + NEEDS.length));
  const days = Math.min(DAYS_MAX, Math.floor((w.tick - w.actor.needTick[h]) / HOURS_PER_DAY));
  for (let day = 0; day < days; day++) liveDay(w, h, needs);
  return needs;
}

/** Writes them down; called once a day for every actor. */
export function updateNeeds(w: World, h: number): void {
  const needs = currentNeeds(w, h);
  const days = Math.floor((w.tick - w.actor.needTick[h]) / HOURS_PER_DAY);
  if (days === 0) return;
  w.actor.needs.set(needs, h * NEEDS.length);
  w.actor.needTick[h] += days * HOURS_PER_DAY;
  w.actor.mood[h] = moodOf(needs);
}

export const moodOf = (needs: readonly number[]): number =>
  Math.round(WEIGHTS.reduce((sum, weight, place) => sum + weight * (needs[place] ?? 0), 0));

function liveDay(w: World, h: number, needs: number[]): void {
  const { home, employer, publicPost, foodFill, serviceFill } = w.actor;
  const hasHome = home[h] >= 0;
  const works = employer[h] >= 0 || publicPost[h] > 0;
  const change = (need: number, by: number): void => {
    needs[need] = clamp(Math.round((needs[need] ?? 0) + by), 0, 100);
  };
  const towards = (need: number, target: number, share: number): void =>
    change(need, (target - (needs[need] ?? 0)) * share);
  towards(FOOD_NEED, foodFill[h], 0.2);
  change(ENERGY, (hasHome ? 30 : 15) - (works ? 28 : 12));
  change(SOCIAL, -8);
  change(FUN, -8 + serviceFill[h] / 10);
  change(PURPOSE, works ? 2 : -3);
  towards(HEALTH_NEED, ((needs[FOOD_NEED] ?? 0) + (needs[ENERGY] ?? 0)) / 2, 0.05);
  if (!hasHome) change(HEALTH_NEED, -2);
}

export function addNeed(w: World, h: number, need: number, by: number): void {
  const place = h * NEEDS.length + need;
  w.actor.needs[place] = clamp(w.actor.needs[place] + by, 0, 100);
}

const [SICK, SICK_LOSS, TIRED, TIRED_LOSS] = [30, 0.05, 20, 0.03] as const;

/** Share of a shift that is worked. Only used where the switch `attendance` is on. */
export function attendance(w: World, h: number): number {
  const { needs } = w.actor;
  const isSick = needs[h * NEEDS.length + HEALTH_NEED] < SICK;
  const isTired = needs[h * NEEDS.length + ENERGY] < TIRED;
  return 1 - (isSick ? SICK_LOSS : 0) - (isTired ? TIRED_LOSS : 0);
}
