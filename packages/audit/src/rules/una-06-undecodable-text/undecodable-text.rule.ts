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
  looksAt: 'Every file that claims to be text is decoded strictly as UTF-8.',
  blindTo: 'Valid text in the wrong encoding is not detected.',
  falseAlarms: 'Sample data in Latin-1 is LOW.',
  check: (facts) => toFindings(facts),
});
