import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createReading } from './reading.ts';

const clock = createTestClock();
/** The cache lifetime of an answer of a world whose next hour is due then. */
function lifetimeOf({ state = 'RUNNING', tickMs = 5_000, dueInMs = 0 }): string | undefined {
  const row = { tick: 7, state, tickMs, nextTickAt: new Date(clock.now().getTime() + dueInMs) };
  const follower = { now: () => undefined, row: () => row } as unknown as Parameters<
    typeof createReading
  >[0]['follower'];
  return createReading({ follower, clock }).reply({}).headers['Cache-Control'];
}

it.each([
  ['until the next hour', { dueInMs: 3_400 }, 3],
  ['for five seconds at most', { dueInMs: 60_000 }, 5],
  ['for a second when the next hour is about to begin', { dueInMs: 400 }, 1],
  ['for a second when the next hour is late', { dueInMs: -2_000 }, 1],
  ['not at all when the world is paused', { state: 'PAUSED', dueInMs: 3_400 }, 0],
  ['not at all when hours are advanced manually', { tickMs: 0, dueInMs: 3_400 }, 0],
])('an answer about the world may be cached %s', (_, world, seconds) => {
  expect(lifetimeOf(world)).toBe(`public, max-age=${seconds}`);
});
