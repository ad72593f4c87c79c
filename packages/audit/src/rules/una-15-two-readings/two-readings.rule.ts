import type { Reach } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const isUsed = (reach: Reach): boolean => reach !== 'none' && reach !== 'linked';

export const twoReadings = skillRule({
  id: 'UNA-15',
  title: 'Interpreter reads a different text',
  question: 'Does an interpreter decode the bytes of a file to a different text than a reader?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-838', 'CWE-436'],
  why: 'The text that people read is not the text that runs. Both texts were reviewed.',
  fix: 'Save the file as plain UTF-8, without a coding line.',
  looksAt:
    'The rule finds a shell script behind a UTF-16 mark, Python behind a coding line (`utf-7`, `unicode_escape`, …), and a document whose bytes decode differently than its mark says. Every rule runs on both texts; this finding states that there are two.',
  blindTo: 'Encodings that differ only outside ASCII count as one text.',
  falseAlarms:
    'A script that was saved as UTF-16 by accident is reported, although its interpreter cannot run it either.',
  check: (facts) =>
    facts
      .of('integrity')
      .filter(({ value }) => value.problem === 'readings-differ')
      .map(({ span, value, reach }) => ({
        at: span,
        severity: isUsed(reach) ? 'HIGH' : 'LOW',
        confidence: 'certain',
        note: `${value.detail}.`,
      })),
});
