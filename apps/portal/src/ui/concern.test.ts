import { CONCERN_CODES } from '@assay/protocol';
import { expect, it } from 'vitest';
import { toReason } from './concern.ts';

type Concern = Parameters<typeof toReason>[0];
const concern = (code: Concern['code'], metric: string, value: number, threshold: number): Concern => ({
  code,
  severity: 50,
  sinceTick: 1,
  evidence: { metric, value, threshold },
  suggestedAction: null,
});

it.each(CONCERN_CODES)('a reason describes the measurement in a sentence: %s', (code) => {
  const reason = toReason(concern(code, 'any.metric', 0.1234, 0.03));
  expect(reason).toMatch(/^[A-Z\d].*\(.*\).*\.$/);
  expect(reason).not.toMatch(/metric|0\.1234|undefined|NaN/);
});

it('a reason writes shares in percent without a sign, and names the exceeded one of two measures', () => {
  expect(toReason(concern('HOUSING_SHORTAGE', 'housing.vacantRate', 0, 0.03))).toBe(
    'Only 0 % of the homes are vacant (minimum 3 %), and people are homeless.',
  );
  expect(toReason(concern('OUTMIGRATION', 'migration.net', -0.021, -0.01))).toBe(
    '2.1 % of the people moved away this month (limit 1 %).',
  );
  expect(toReason(concern('CREDIT_STRESS', 'defaultRate', 0.06, 0.05))).toContain('loans are in default');
  expect(toReason(concern('CREDIT_STRESS', 'bankCapitalRatio', 0.05, 0.08))).toContain('own capital');
  expect(toReason(concern('FISCAL_STRESS', 'treasury.runwayMonths', 1.5, 3))).toContain(
    'covers 1.5 months of spending',
  );
});
