import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const PROBLEMS = new Set(['corrupt-archive', 'unsupported-archive', 'archive-limit']);

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => PROBLEMS.has(value.problem))
    .map(({ span, value, reach }) => ({
      at: span,
      severity: value.problem === 'archive-limit' || value.isExecuted || reach === 'directed' ? 'HIGH' : 'MEDIUM',
      confidence: 'certain',
      note: `${value.detail}.`,
    }));

export const brokenArchive = skillRule({
  id: 'UNA-03',
  title: 'Unreadable archive',
  question: 'Is an archive corrupt, unsupported, too deep or a bomb?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-409', 'CWE-506'],
  why: 'What cannot be opened cannot be reviewed.',
  fix: 'Ship the files as they are.',
  looksAt: 'The rule reports archives, identified by their first bytes, that cannot be unpacked within the limits.',
  blindTo: 'Formats without a magic number are not identified.',
  falseAlarms: 'None known.',
  check: (facts) => toFindings(facts),
});
