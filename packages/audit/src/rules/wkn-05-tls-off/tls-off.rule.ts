import type { Facts, RawFinding } from '@assay/analysis/types';
import { isUnverified, lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] => [
  ...facts
    .of('call')
    .filter(
      ({ value }) =>
        value.named.verify === 'False' ||
        value.named.rejectUnauthorized === 'false' ||
        value.callee === 'ssl._create_unverified_context',
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
  ...facts
    .of('command')
    .filter(
      ({ value }) =>
        /^(?:curl|wget)$/.test(value.program) &&
        isUnverified(lineOf(value)) &&
        !/localhost|127\.0\.0\.1|\.local\b/.test(lineOf(value)),
    )
    .map(({ span }) => ({ at: span, severity: 'LOW' as const, confidence: 'firm' as const })),
];

export const tlsOff = skillRule({
  id: 'WKN-05',
  title: 'TLS verification disabled',
  question: 'Is TLS verification off?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-295'],
  why: 'Anyone on the network path can read and change the traffic.',
  fix: 'Keep verification enabled, and add the one certificate you trust.',
  looksAt: 'Verification switched off in calls and commands.',
  blindTo: 'Settings in a configuration file.',
  falseAlarms: 'Local servers are quiet.',
  check: (facts) => toFindings(facts),
});
