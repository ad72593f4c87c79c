/** The activity of an actor in an hour, as a pure function of its situation and the clock. */
import { ACTOR_FLAGS } from './layout.ts';
import { DAYS_PER_WEEK, HOURS_PER_DAY } from './params.ts';
import type { World } from './state.ts';

export const ACTIVITIES = [
  'SLEEPING',
  'WORKING',
  'COMMUTING',
  'SHOPPING',
  'SEARCHING',
  'STUDYING',
  'SOCIAL',
  'LEISURE',
  'REVIEWING',
  'IDLE',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

type Day = readonly (readonly [untilHour: number, activity: Activity])[];

const DAYS: { readonly [template: string]: Day } = {
  worker: [
    [6, 'SLEEPING'],
    [7, 'LEISURE'],
    [8, 'COMMUTING'],
    [17, 'WORKING'],
    [18, 'SHOPPING'],
    [19, 'COMMUTING'],
    [22, 'SOCIAL'],
    [24, 'SLEEPING'],
  ],
  night: [
    [5, 'WORKING'],
    [6, 'COMMUTING'],
    [14, 'SLEEPING'],
    [16, 'LEISURE'],
    [17, 'SHOPPING'],
    [20, 'SOCIAL'],
    [21, 'COMMUTING'],
    [24, 'WORKING'],
  ],
  searcher: [
    [7, 'SLEEPING'],
    [9, 'IDLE'],
    [14, 'SEARCHING'],
    [15, 'SHOPPING'],
    [18, 'LEISURE'],
    [21, 'SOCIAL'],
    [24, 'SLEEPING'],
  ],
  owner: [
    [6, 'SLEEPING'],
    [7, 'COMMUTING'],
    [18, 'WORKING'],
    [19, 'SHOPPING'],
    [22, 'LEISURE'],
    [24, 'SLEEPING'],
  ],
  reviewer: [
    [6, 'SLEEPING'],
    [8, 'LEISURE'],
    [12, 'REVIEWING'],
    [13, 'SHOPPING'],
    [17, 'REVIEWING'],
    [21, 'SOCIAL'],
    [24, 'SLEEPING'],
  ],
  student: [
    [7, 'SLEEPING'],
    [8, 'COMMUTING'],
    [13, 'STUDYING'],
    [14, 'SHOPPING'],
    [17, 'SEARCHING'],
    [21, 'SOCIAL'],
    [24, 'SLEEPING'],
  ],
  rest: [
    [8, 'SLEEPING'],
    [11, 'LEISURE'],
    [12, 'SHOPPING'],
    [15, 'SOCIAL'],
    [20, 'LEISURE'],
    [23, 'SOCIAL'],
    [24, 'SLEEPING'],
  ],
};
const NIGHT_SHIFT_EVERY = 11;

function templateOf(w: World, h: number): Day {
  const { employer, publicPost, flags } = w.actor;
  const day = Math.floor(w.tick / HOURS_PER_DAY);
  const pick = (name: string): Day => DAYS[name] ?? [];
  if ((day + h) % DAYS_PER_WEEK === 0) return pick('rest');
  if (employer[h] >= 0) return pick(h % NIGHT_SHIFT_EVERY === 0 ? 'night' : 'worker');
  if (publicPost[h] > 0) return pick('worker');
  if (w.lists.owners.has(h)) return pick('owner');
  if ((flags[h] & ACTOR_FLAGS.validator) !== 0) return pick('reviewer');
  return pick(h % 5 === 0 ? 'student' : 'searcher');
}

export function activityOf(w: World, h: number): { kind: Activity; untilTick: number } {
  const hour = w.tick % HOURS_PER_DAY;
  for (const [until, kind] of templateOf(w, h)) if (hour < until) return { kind, untilTick: w.tick - hour + until };
  return { kind: 'IDLE', untilTick: w.tick + 1 };
}
