import { byRule, type Chain, joined, toRule } from '../../correlate/chain.ts';

export const poisonedMemory: Chain = {
  rule: toRule({
    id: 'COR-06',
    title: 'Subverts instructions and writes them down',
    question: 'Does instruction subversion lead to a write to agent memory, settings or another skill?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-1427', 'OWASP-LLM04'],
    why: 'An override that is written into memory works in every later conversation.',
    fix: 'Remove both.',
  }),
  find: (live) =>
    joined([
      [byRule(live, /^PI-(?:01|03|04|05|12)$/, ['HIGH', 'CRITICAL']), 'subverts'],
      [byRule(live, /^PER-0[3459]$/, ['HIGH', 'CRITICAL']), 'writes'],
    ]),
};
