import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'shell-profile' && (value.access === 'append' || value.access === 'write'))
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.path} is changed.` }));

export const shellProfile = skillRule({
  id: 'PER-01',
  title: 'Shell profile changed',
  question: 'Is a shell profile changed by a script?',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'MEDIUM',
  references: ['CWE-912', 'CWE-506'],
  why: 'A line in a profile runs in every new terminal, also after the skill is removed.',
  fix: 'Tell the user which line to add, and why.',
  looksAt: 'The rule finds writes to shell profiles.',
  blindTo: 'Files in a folder that a shell framework loads are not detected.',
  falseAlarms: 'A line that sets PATH or an environment variable can be reported.',
  check: toFindings,
});
