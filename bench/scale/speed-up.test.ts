import { describe, expect, it } from 'vitest';
import { perCore, sharesOf, speedUpOf } from './speed-up.ts';

const one = { requests: 30_000, seconds: 1, cores: 1, apiSeconds: 1, generatorSeconds: 0, busySeconds: 1 };
const two = { requests: 36_000, seconds: 1, cores: 2, apiSeconds: 1.2, generatorSeconds: 0.8, busySeconds: 2 };

describe('the speed-up of a second process', () => {
  it('is two when each request costs as much and no core is idle', () => {
    expect(speedUpOf(one, two)).toBeCloseTo(2);
  });

  it('falls with time in which a process waits', () => {
    const waiting = { ...two, requests: 24_000, apiSeconds: 0.8, busySeconds: 1.6 };

    expect(speedUpOf(one, waiting)).toBeCloseTo(1.33);
  });

  it('falls with the cost of a request', () => {
    expect(speedUpOf(one, { ...two, requests: 18_000 })).toBeCloseTo(1);
  });

  it('leaves out what other programs took', () => {
    const shared = { ...one, requests: 15_000, apiSeconds: 0.5 };

    expect(perCore(shared)).toBeCloseTo(30_000);
    expect(sharesOf(shared)).toEqual({ api: 0.5, generator: 0, others: 0.5 });
  });
});
