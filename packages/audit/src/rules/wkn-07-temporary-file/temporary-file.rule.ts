import type { Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

export const temporaryFile = {
  id: 'WKN-07',
  title: 'Uses a predictable temporary file',
  question: 'Is there a predictable temporary file or race?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-377'],
  why: 'Somebody else can be there first.',
  fix: 'Use the function that creates the file for you.',
  looksAt: 'Functions that return a name instead of a file.',
  blindTo: 'Fixed names below the temporary folder.',
  falseAlarms: 'None known.',
  since: '2026.11',
  check: (facts) =>
    calls(facts, /^(?:tempfile\.mktemp|os\.tempnam|os\.tmpnam)$/).map(({ span }) => ({ at: span, confidence: 'firm' })),
} satisfies Rule;
