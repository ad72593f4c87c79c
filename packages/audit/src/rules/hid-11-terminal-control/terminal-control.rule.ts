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
  looksAt: 'Clipboard writes, concealed text and line erasing in pairs.',
  blindTo: 'Codes built at run time.',
  falseAlarms: 'Colours are quiet, progress bars low.',
  check: (facts) => toFindings(facts),
});
