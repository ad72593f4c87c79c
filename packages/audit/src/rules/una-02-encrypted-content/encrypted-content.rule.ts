import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'encrypted')
    .map(({ span, value, reach }) => {
      const isGiven = facts.of('instruction').some(({ value: said }) => said.names.includes('given-password'));
      return {
        at: span,
        severity: isGiven || value.isExecuted || reach === 'directed' ? 'HIGH' : 'MEDIUM',
        confidence: 'certain',
      };
    });

export const encryptedContent = skillRule({
  id: 'UNA-02',
  title: 'Encrypted content',
  question: 'Is there an encrypted or password-protected container?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-506'],
  why: 'Encrypted content in a bundle cannot be reviewed.',
  fix: 'Ship the content unencrypted.',
  looksAt: 'The rule identifies encrypted archive members and encrypted files by their first bytes.',
  blindTo: 'Ciphertext in a text file is not detected.',
  falseAlarms: 'An unreferenced sample for a decryption skill is MEDIUM.',
  check: (facts) => toFindings(facts),
});
