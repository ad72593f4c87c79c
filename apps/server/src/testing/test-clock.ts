export type TestClock = { now(): Date; advance(ms: number): void };

/** The time of day, moved forward by a test: what waits for an hour to pass is tested without waiting. */
export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
