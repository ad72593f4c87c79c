export type TestClock = { now(): Date; advance(ms: number): void };

/** The wall clock, which a test can move forward, so that it tests delays without waiting. */
export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
