import { describe, expect, it } from 'vitest';
import { decideAttempt, RETRY_AFTER_MS } from './retry.policy.ts';

const answered = (status: number) => ({ kind: 'answered', status }) as const;
const failed = { kind: 'failed', error: 'timeout' } as const;

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('answered with %i is delivered', (status) => {
    expect(decideAttempt(answered(status), 1)).toEqual({ kind: 'delivered' });
  });

  it.each([100, 301, 302, 400, 404, 429, 500])('answered with %i is repeated', (status) => {
    expect(decideAttempt(answered(status), 1)).toEqual({ kind: 'retry', afterMs: 5_000 });
  });

  it('answered with 410 is the last', () => {
    expect(decideAttempt(answered(410), 1)).toEqual({ kind: 'gone' });
  });

  it('is repeated up to ten times over about three days', () => {
    const waits = RETRY_AFTER_MS.map((_, index) => decideAttempt(failed, index + 1));

    expect(waits.every(({ kind }) => kind === 'retry')).toBe(true);
    expect(decideAttempt(failed, RETRY_AFTER_MS.length + 1)).toEqual({ kind: 'give_up' });
    expect(RETRY_AFTER_MS.map((ms) => ms / 1000)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });
});
