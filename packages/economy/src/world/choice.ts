/** How an actor scores an action, and whether it follows its owner's suggestion. */
import { clamp } from './exact.ts';
import { rentDue } from './homes.ts';
import { NEEDS } from './layout.ts';
import { currentNeeds } from './needs.ts';
import type { World } from './state.ts';

/** The expected effect of an action on needs and on the purse. */
type Effect = { readonly needs?: Partial<Record<(typeof NEEDS)[number], number>>; readonly money?: number };

const MONEY_WEIGHT = 25;
/** The weight of the actor's own will against a suggestion. */
const STUBBORN = 1.2;
const [SCORE_SCALE, LOW_NEED, LOW_NEED_COST] = [50, 25, 0.4] as const;

const toCells = (effect: Effect): readonly number[] => NEEDS.map((name) => effect.needs?.[name] ?? 0);

/** The value of need changes for an actor whose needs start at index `at`. A change counts most where the need is low. */
export function needScore(needs: { [index: number]: number }, at: number, change: readonly number[]): number {
  let score = 0;
  for (let place = 0; place < change.length; place++) {
    score += (change[place] as number) * (1 - (needs[at + place] as number) / 100);
  }
  return score;
}

/** Positive for low needs and for the purse; larger is better. */
function scoreOf(w: World, h: number, effect: Effect): number {
  const score = needScore(currentNeeds(w, h), 0, toCells(effect));
  const money = effect.money ?? 0;
  return score + (MONEY_WEIGHT * money) / (w.city.publicWage[w.actor.city[h]] + Math.abs(money));
}

/** Effects of the actions that are always available to an actor. */
export const REST_EFFECT: Effect = { needs: { energy: 12, health: 1 } };
export const MEET_EFFECT: Effect = { needs: { social: 12, fun: 2 } };
export const STUDY_EFFECT: Effect = { needs: { purpose: 5, energy: -4 } };

/** The same as cells, for the hour in which all actors choose. */
export const [REST_CELLS, MEET_CELLS, STUDY_CELLS] = [REST_EFFECT, MEET_EFFECT, STUDY_EFFECT].map(toCells) as [
  number[],
  number[],
  number[],
];

const bestScore = (w: World, h: number): number =>
  Math.max(scoreOf(w, h, REST_EFFECT), scoreOf(w, h, MEET_EFFECT), scoreOf(w, h, STUDY_EFFECT));

/** Probability of following a suggestion: 1 for an actor without autonomy. */
export function acceptance(w: World, h: number, effect: Effect, priority: number): number {
  const will = w.actor.autonomy[h] / 100;
  const isInNeed = currentNeeds(w, h).some((value) => value < LOW_NEED);
  const judgement = (scoreOf(w, h, effect) - bestScore(w, h)) / SCORE_SCALE;
  return clamp(1 - will * (1 - priority) * STUBBORN + will * judgement - (isInNeed ? will * LOW_NEED_COST : 0), 0, 1);
}

/** A month of rent and food, which an actor does not give away. */
const livingCost = (w: World, h: number): number =>
  rentDue(w, h) + w.params.foodFloor * w.city.publicWage[w.actor.city[h]];

export const risksLiving = (w: World, h: number, effect: Effect): boolean =>
  (effect.money ?? 0) < 0 && w.actor.deposit[h] + (effect.money ?? 0) < livingCost(w, h);

/** The reason for declining, as text. */
export function reasonOf(w: World, h: number): string {
  const needs = currentNeeds(w, h);
  const lowest = NEEDS.reduce((low, _, place) => ((needs[place] ?? 0) < (needs[low] ?? 0) ? place : low), 0);
  if ((needs[lowest] ?? 100) >= LOW_NEED) return 'would rather do something else today';
  const words = {
    energy: 'too tired',
    food: 'too hungry',
    health: 'not well',
    social: 'lonely',
    fun: 'weary',
    purpose: 'without heart for it',
  };
  return words[NEEDS[lowest] ?? 'energy'];
}
