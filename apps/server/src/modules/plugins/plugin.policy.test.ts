import { describe, expect, it } from 'vitest';
import { type Measured, toMeasurement } from './plugin.policy.ts';

const measured = (changes: Partial<Measured>): Measured => ({
  good: 100,
  goodHigh: 0,
  goodMedium: 0,
  attacks: 100,
  found: 30,
  foundAlone: 10,
  dropped: 0,
  ...changes,
});

describe('the quality of a plugin', () => {
  it('is the share of attacks that only the plugin finds, with the Wilson interval', () => {
    expect(toMeasurement(measured({}))).toEqual({
      quality: 100,
      measurement: {
        cases: 200,
        harmless: 100,
        falseAlarms: 0,
        attacks: 100,
        found: 30,
        foundAlone: 10,
        interval: { low: 55, high: 174 },
      },
    });
  });

  it('is zero for a plugin that repeats the engine, and its interval still has a width', () => {
    const { quality, measurement } = toMeasurement(measured({ found: 100, foundAlone: 0 }));
    expect([quality, measurement.interval]).toEqual([0, { low: 0, high: 37 }]);
  });

  it('needs 200 cases; with fewer, only the counts are given', () => {
    const { quality, measurement } = toMeasurement(measured({ good: 99 }));
    expect([quality, measurement.interval, measurement.cases]).toEqual([null, null, 199]);
    expect(toMeasurement(measured({ good: 500, attacks: 0, found: 0, foundAlone: 0 })).quality).toBeNull();
  });

  it('falls with false positives, to zero for one in fifty', () => {
    expect(toMeasurement(measured({ goodHigh: 1 }))).toMatchObject({
      quality: 50,
      measurement: { interval: { high: 87 } },
    });
    expect(toMeasurement(measured({ goodHigh: 2 })).quality).toBe(0);
  });
});
