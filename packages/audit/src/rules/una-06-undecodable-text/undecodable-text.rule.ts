import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'undecodable')
    .map(({ span, reach }) => ({
      at: span,
      severity: reach === 'entry' || reach === 'directed' ? 'MEDIUM' : 'LOW',
      confidence: 'certain',
    }));

export const undecodableText = skillRule({
  id: 'UNA-06',
  title: 'Invalid text encoding',
  question: 'Is there undecodable or mixed-encoding text?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-838'],
  why: 'Two programs can decode different texts.',
  fix: 'Save the file as UTF-8.',
  looksAt: 'Strict UTF-8 decoding of everything that claims to be text.',
  blindTo: 'Valid text in the wrong encoding.',
  falseAlarms: 'Latin-1 sample data: low.',
  check: (facts) => toFindings(facts),
});
