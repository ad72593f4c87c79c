import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const CLIPBOARD = /\]52;/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'terminal-control')
    .map(({ span, value }) => ({
      at: span,
      severity: CLIPBOARD.test(value.revealed) || /\[8m/.test(value.revealed) ? 'HIGH' : 'LOW',
      confidence: 'firm',
    }));

export const terminalControl = skillRule({
  id: 'HID-11',
  title: 'Terminal control sequences',
  question: 'Do terminal control sequences hide text or write the clipboard?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-150', 'CWE-451'],
  why: 'A terminal executes these sequences: it can display one text and copy another.',
  fix: 'Print plain text; colours are fine.',
  looksAt: 'The rule finds clipboard writes, concealed text, and pairs of sequences that erase lines.',
  blindTo: 'Sequences that are built at run time are not detected.',
  falseAlarms: 'Colours are not reported; progress bars are LOW.',
  check: (facts) => toFindings(facts),
});
