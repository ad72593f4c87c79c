import { FINDINGS_MAX, Finding } from '@assay/protocol';
import { expect, it } from 'vitest';
import { withEndpointWarning } from './endpoint-warning.policy.ts';

const CLEAR = { securityLevel: 'CLEAR', retainedWarnings: [] } as const;

it('a certificate with failed endpoints carries a warning and is not CLEAR', () => {
  const { securityLevel, retainedWarnings } = withEndpointWarning(CLEAR, 'FAILED');

  expect(securityLevel).toBe('LOW');
  expect(retainedWarnings).toMatchObject([{ ruleId: 'assay/endpoints-failed', severity: 'LOW' }]);
  expect(() => Finding.array().parse(retainedWarnings)).not.toThrow();
});

it.each(['PASSED', 'NOT_TESTED', undefined] as const)('a certificate with %s does not change', (status) => {
  expect(withEndpointWarning(CLEAR, status)).toEqual(CLEAR);
});

it('keeps a worse level, and leaves room for the warning about readers', () => {
  const [warning] = withEndpointWarning(CLEAR, 'FAILED').retainedWarnings;
  if (warning === undefined) throw new Error('There is no warning.');
  const many = { securityLevel: 'HIGH', retainedWarnings: Array(FINDINGS_MAX).fill(warning) } as const;

  const kept = withEndpointWarning(many, 'FAILED');

  expect([kept.securityLevel, kept.retainedWarnings.length]).toEqual(['HIGH', FINDINGS_MAX - 1]);
});
