import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const TELLING =
  /\b(?:ignore|instructions?|curl|wget|send|upload|execute|run|secret|token|must|always|password|bash)\b|https?:\/\//i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('concealment')
    .filter(({ value }) => value.technique === 'displacement')
    .map(({ span, value }) => ({
      at: span,
      severity: TELLING.test(value.revealed) ? 'HIGH' : 'LOW',
      confidence: 'firm',
      evidence: value.revealed,
    }));

export const displacement = skillRule({
  id: 'HID-07',
  title: 'Content moved out of view',
  question: 'Does long whitespace, a huge line or padding move content out of view or past limits?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-451'],
  why: 'A reader does not see text behind long padding, but an agent reads it.',
  fix: 'Remove the padding.',
  looksAt: 'The rule finds many blank lines, or a very long run of blanks, followed by suspicious text.',
  blindTo: 'Folded regions of editors are not detected.',
  falseAlarms: 'ASCII art and data tables are not reported.',
  check: (facts) => toFindings(facts),
});
