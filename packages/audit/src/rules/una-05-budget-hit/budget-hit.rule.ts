import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const DATA = /\.(?:csv|tsv|json|jsonl|ndjson|parquet|db|sqlite|xml|geojson|fasta|pdb|lock|map|min\.js)$/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'budget')
    .map(({ span, value, file }) => ({
      at: span,
      severity: DATA.test(file)
        ? 'LOW'
        : file === facts.about.entry && value.detail === 'file bytes'
          ? 'HIGH'
          : 'MEDIUM',
      confidence: 'certain',
      note: `Limit: ${value.detail}.`,
      // Padding can reach any limit, so content beyond it never counts as safe.
      isUnread: true,
      leavesUndecided: true,
    }));

export const budgetHit = skillRule({
  id: 'UNA-05',
  title: 'Review limit reached',
  question: 'Did the review reach a limit?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-770'],
  why: 'The part beyond the limit was not reviewed.',
  fix: 'Split the bundle, or leave out what is not needed.',
  looksAt: 'Every limit that was reached is named. A bundle that reached one is UNDECIDED, never SAFE.',
  blindTo: 'Content beyond the limit is not reviewed.',
  falseAlarms: 'Large data files are LOW, and a person must decide.',
  check: (facts) => toFindings(facts),
});
