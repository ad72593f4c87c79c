/** One random stream per step, tick and city. A number is never reused, not even for another step in a later version. */
import { Dice } from '../rng.ts';
import type { World } from '../state.ts';

export const STREAMS = {
  genesis: 1,
  shocks: 2,
  separations: 3,
  planning: 4,
  publicPosts: 5,
  consumption: 6,
  matching: 7,
  shopping: 8,
  building: 9,
  housing: 10,
  entry: 11,
  migration: 12,
  order: 13,
  wake: 14,
  meetings: 15,
  acceptance: 16,
  newcomers: 17,
  votes: 18,
  friends: 19,
  property: 20,
  investment: 21,
  proposals: 22,
} as const;

const WHOLE_COUNTRY = 0xffff;

export const diceFor = (w: World, stream: keyof typeof STREAMS, city: number = WHOLE_COUNTRY): Dice =>
  new Dice(w.luck, STREAMS[stream], w.tick, city);
