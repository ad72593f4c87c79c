import type { Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

export const missingBounds = {
  id: 'WKN-12',
  title: 'Reads untrusted input without bounds',
  question: 'Are size or time bounds missing on untrusted input?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-770'],
  why: 'A slow or endless answer stops everything.',
  fix: 'Set a timeout and a size limit.',
  looksAt: 'Requests without a timeout, once per bundle, as information.',
  blindTo: 'Limits set on a session.',
  falseAlarms: 'Information only.',
  since: '2026.11',
  check: (facts) =>
    calls(facts, /^requests\.(?:get|post|put|patch|delete|head)$/)
      .filter(({ value }) => value.named.timeout === undefined && !/timeout|\*\*/.test(value.text))
      .slice(0, 1)
      .map(({ span }) => ({ at: span, severity: 'INFO', confidence: 'firm' })),
} satisfies Rule;
