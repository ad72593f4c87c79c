import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

const toFindings = (facts: Facts): RawFinding[] => [
  ...calls(facts, /(?:etree\.XMLParser|lxml\.etree\.XMLParser|libxmljs\.parseXml)$/)
    .filter(({ value }) => value.named.resolve_entities === 'True' || value.named.noent === 'true')
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
  ...calls(facts, /^(?:_\.merge|lodash\.merge|_\.defaultsDeep|lodash\.defaultsDeep|deepmerge)$/)
    .filter(({ value }) => /req\.(?:body|query)|JSON\.parse/.test(value.text))
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
];

export const parserTraps = {
  id: 'WKN-10',
  title: 'Parses XML or merges objects unsafely',
  question: 'Is there XXE or prototype pollution?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-611', 'CWE-1321'],
  why: 'The input reaches files, or the objects of everyone else.',
  fix: 'Switch entities off; validate before merging.',
  looksAt: 'Parsers with entities on, deep merges of request bodies.',
  blindTo: 'Merges written by hand.',
  falseAlarms: 'Default parsers are quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
