import { expect, it } from 'vitest';
import { toIntervalMs } from './login.ts';

it.each([
  [2, 2_000],
  [0, 100],
  [-1, 100],
  [1e12, 60_000],
  [Number.POSITIVE_INFINITY, 60_000],
  [Number.NaN, 100],
  ['2', 100],
  [undefined, 100],
])('an interval of %j seconds from the service becomes %i ms', (seconds, ms) => {
  expect(toIntervalMs(seconds)).toBe(ms);
});
