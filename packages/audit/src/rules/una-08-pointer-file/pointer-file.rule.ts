import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const CODE = /\.(?:py|sh|js|ts|rb|ps1|exe|bin)$/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'pointer')
    .map(({ span, value, file }) => ({
      at: span,
      severity: value.isExecuted || CODE.test(file) ? 'HIGH' : value.detail === 'submodule' ? 'MEDIUM' : 'LOW',
      confidence: 'certain',
      note: `${value.detail}.`,
    }));

export const pointerFile = skillRule({
  id: 'UNA-08',
  title: 'Pointer instead of content',
  question: 'Is there a pointer instead of content (LFS, submodule, remote include)?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-829'],
  why: 'The content behind it was not in the bundle and was not reviewed.',
  fix: 'Ship the content.',
  looksAt: 'The rule finds Git LFS pointers and submodules.',
  blindTo: 'Includes that a renderer resolves are not detected.',
  falseAlarms: 'A pointer to a dataset is LOW.',
  check: (facts) => toFindings(facts),
});
