import { describe, expect, it } from 'vitest';
import { planScale } from './plan.ts';

const costs = {
  verifyUs: 60,
  mixedUs: 600,
  mixedDatabaseUs: 300,
  submission: { apiMs: 40, workerMs: 400, databaseMs: 60 },
  statusList: { bytes: 20_000, us: 1_000 },
};
const needs = (changed: Partial<typeof costs> = {}) =>
  planScale({ ...costs, ...changed }).map(({ load, what, amount }) => `${load}: ${what} ${amount}`);

describe('planScale', () => {
  it('keeps two API processes also where a share of one core is enough', () => {
    expect(needs()).toContain('1,000 verifies a second: cores and API processes 0.10, 2');
  });

  it('plans with 60 % of each core', () => {
    expect(needs()).toContain('100,000 verifies a second, all at the service: cores and API processes 10, 10');
    expect(needs({ verifyUs: 120 })).toContain(
      '100,000 verifies a second, all at the service: cores and API processes 20, 20',
    );
  });

  it('plans submissions for a peak of three times the mean of a day', () => {
    expect(needs()).toContain('1,000,000 submissions a day: cores of workers 23');
  });
});
