import type { Reach } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const isUsed = (reach: Reach): boolean => reach !== 'none' && reach !== 'linked';

export const twoReadings = skillRule({
  id: 'UNA-15',
  title: 'Says one thing to people and another to its interpreter',
  question: 'Do the bytes of a file make one text for its interpreter and another for everybody else?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-838', 'CWE-436'],
  why: 'What people read in it is not what runs. Both texts were reviewed.',
  fix: 'Save the file as plain UTF-8, without a coding line.',
  looksAt:
    'A shell script behind a UTF-16 mark, Python behind a coding line (`utf-7`, `unicode_escape`, …), a document whose bytes read otherwise than its mark says. Every rule runs on both texts; this finding says that there are two.',
  blindTo: 'Tables of letters that only differ outside ASCII: those are one text here.',
  falseAlarms: 'A script saved as UTF-16 by accident, which its interpreter cannot run either.',
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
