import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const SYSTEM = new Set(['system', 'hosts-file', 'log-file', 'device', 'root']);
const SHARED =
  /^\/usr\/local\/(?:bin|share)|^\/opt\/|^\/etc\/(?:apt|yum|nginx|systemd|docker)|^\/var\/(?:lib|log|www|cache)|^\/dev\/(?:null|stdout|stderr|tty|fd)/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        SYSTEM.has(value.class) && (value.access === 'write' || value.access === 'append') && /^\//.test(value.path),
    )
    .filter(({ value }) => !/^\/dev\/(?:null|stdout|stderr|tty|fd)/.test(value.path))
    .map(({ span, value }) => ({
      at: span,
      severity: SHARED.test(value.path) ? 'LOW' : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is written.`,
    }));

export const outsideWrites = skillRule({
  id: 'PRV-10',
  title: 'Write outside the skill and the workspace',
  question: 'Are there writes outside the skill or workspace root?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-732', 'CWE-73'],
  why: 'System files belong to the system; a change there outlives the skill.',
  fix: "Write below the workspace or the product's own configuration folder.",
  looksAt: 'The rule finds writes to system folders by commands and scripts.',
  blindTo: 'Writes by an installer are not detected.',
  falseAlarms: 'Package sources and web server configuration are LOW.',
  check: (facts) => toFindings(facts),
});
