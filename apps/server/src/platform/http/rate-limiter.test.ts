import { describe, expect, it } from 'vitest';
import { createRateLimiter, toRateHeaders } from './rate-limiter.ts';

const limiter = (requests: number, refuses = true) =>
  createRateLimiter({ overrides: { public: { requests, windowSeconds: 60 } }, refuses });

describe('createRateLimiter', () => {
  it('allows the quota and refuses the next request', () => {
    const { take } = limiter(2);
    expect(take('public', 'ip', 'a', 0)).toMatchObject({ isAllowed: true, state: '"public";r=1;t=60' });
    expect(take('public', 'ip', 'a', 30_000)).toMatchObject({ isAllowed: true, state: '"public";r=0;t=30' });
    expect(take('public', 'ip', 'a', 59_999)).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 });
  });

  it('starts again when the window is over', () => {
    const { take } = limiter(1);
    take('public', 'ip', 'a', 0);
    expect(take('public', 'ip', 'a', 60_000).isAllowed).toBe(true);
  });

  it('counts each subject separately', () => {
    const { take } = limiter(1);
    take('public', 'ip', 'a', 0);
    expect(take('public', 'ip', 'b', 0).isAllowed).toBe(true);
  });

  it('charges several units at once', () => {
    const { take } = limiter(10);
    expect(take('public', 'ip', 'a', 0, 10).isAllowed).toBe(true);
    expect(take('public', 'ip', 'a', 0, 1).isAllowed).toBe(false);
  });

  it('neither refuses nor names a quota when limits are off', () => {
    const { take, takeIfAllowed } = limiter(1, false);
    take('public', 'ip', 'a', 0);
    const decisions = [take('public', 'ip', 'a', 0), takeIfAllowed('public', 'ip', 'a', 0)];

    for (const decision of decisions) {
      expect(decision).toMatchObject({ isAllowed: true });
      expect(toRateHeaders(decision ?? limiter(1).take('public', 'ip', 'a', 0))).toEqual({});
    }
  });

  it('shows the quota in force', () => {
    expect(limiter(7).take('public', 'ip', 'a', 0).policy).toBe('"public";q=7;w=60');
    expect(limiter(7).take('flag', 'wallet', '0x0', 0).policy).toBe('"flag";q=5;w=86400');
  });

  it('stays bounded when every request comes from a new subject', () => {
    const { take } = limiter(1);
    for (let i = 0; i < 250_000; i++) take('public', 'ip', `s${i}`, 0);
    expect(take('public', 'ip', 's249999', 0).isAllowed).toBe(false);
    expect(take('public', 'ip', 's0', 0).isAllowed).toBe(true);
  });
});
