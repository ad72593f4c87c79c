import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'undecodable')
    .map(({ span, reach }) => ({
      at: span,
      severity: reach === 'entry' || reach === 'directed' ? 'MEDIUM' : 'LOW',
      confidence: 'certain',
    }));

export const undecodableText = {
  id: 'UNA-06',
  title: 'Holds text that is not valid text',
  question: 'Is there undecodable or mixed-encoding text?',
  category: 'UNA',
  family: 'supply-chain',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-838'],
  why: 'Two readers can see two texts.',
  fix: 'Save the file as UTF-8.',
  looksAt: 'Strict UTF-8 decoding of everything that claims to be text.',
  blindTo: 'Valid text in the wrong encoding.',
  falseAlarms: 'Latin-1 sample data: low.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
