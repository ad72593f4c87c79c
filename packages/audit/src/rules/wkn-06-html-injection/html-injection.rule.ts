import type { Rule } from '@assay/analysis/types';
import { stages } from '../flow.facts.ts';

const STRANGERS = new Set(['network-input', 'user-input', 'model-output']);

export const htmlInjection = {
  id: 'WKN-06',
  title: 'Writes outside input into a page',
  question: 'Is there HTML or script injection in produced pages?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-79'],
  why: 'The page runs what the input says.',
  fix: 'Escape it, or set text instead of HTML.',
  looksAt: 'Raw HTML made from answers or input.',
  blindTo: 'Template engines with escaping off.',
  falseAlarms: 'Constant markup is quiet.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('flow')
      .filter(({ value }) => value.sink.class === 'html' && STRANGERS.has(value.source.class))
      .map((flow) => ({ at: flow.span, confidence: 'firm', related: stages(flow) })),
} satisfies Rule;
