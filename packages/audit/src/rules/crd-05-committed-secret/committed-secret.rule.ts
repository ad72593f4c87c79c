import { skillRule } from '../skill-rule.ts';

export const committedSecret = skillRule({
  id: 'CRD-05',
  title: 'Committed secret',
  question: 'Is a secret with a live format committed (by checksum, entropy, and repetition)?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  references: ['CWE-798', 'CWE-312'],
  why: 'A published key is compromised. A key published on purpose lets its owner observe its users.',
  fix: 'Revoke it, and read the secret from the environment.',
  looksAt: 'The rule finds tokens of known providers whose format, checksum and entropy show that they are real.',
  blindTo: 'Passwords without a known format are not detected.',
  falseAlarms: 'Documented sample keys and repeated characters count as samples.',
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
});
