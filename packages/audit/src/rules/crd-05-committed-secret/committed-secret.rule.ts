import type { Rule } from '@assay/analysis/types';

export const committedSecret = {
  id: 'CRD-05',
  title: 'Carries a live-format secret',
  question: 'Is a live-format secret committed (checksum, entropy, not repetitive)?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-798', 'CWE-312'],
  why: 'A published key is a lost key, and one planted on purpose lets its owner watch.',
  fix: 'Revoke it and read it from the environment.',
  looksAt: 'Tokens of known providers whose format, checksum and entropy say they are real.',
  blindTo: 'Passwords without a format.',
  falseAlarms: 'Documented sample keys and repeated characters are samples.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('secret')
      .filter(({ value }) => !value.isSample)
      .map(({ span, value }) => ({
        at: span,
        severity: value.provider === 'private key' ? 'MEDIUM' : 'HIGH',
        confidence: 'firm',
        evidence: value.masked,
        note: `A ${value.provider} in live format.`,
      })),
} satisfies Rule;
