import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'type-mismatch' || value.problem === 'trailing-data')
    .map(({ span, value }) => ({
      at: span,
      severity: value.isExecuted ? 'CRITICAL' : 'MEDIUM',
      confidence: 'certain',
      note: `${value.detail}.`,
      breaksIntegrity: value.isExecuted,
    }));

export const typeMismatch = skillRule({
  id: 'UNA-04',
  title: 'File type mismatch',
  question: 'Is there a type mismatch, polyglot or data after an end marker?',
  kind: 'PROOF',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-434', 'CWE-506'],
  why: 'A file with two meanings shows one to a reviewer and another to a program.',
  fix: 'Use one format per file, and the matching extension.',
  looksAt: 'The rule compares the first bytes with the file name, and finds content after the end of a picture.',
  blindTo: 'Formats that allow any content at their end are not checked.',
  falseAlarms: 'Trailing metadata of cameras is short and not reported.',
  check: (facts) => toFindings(facts),
});
