import { byRule, type Chain, isLive, joined, toRule } from '../../correlate/chain.ts';

export const unconfirmedTrifecta: Chain = {
  rule: toRule({
    id: 'COR-07',
    title: 'Untrusted input reaches private data and an exit unasked',
    question: 'Does untrusted input lead to private data and an outward action without confirmation?',
    severity: 'HIGH',
    family: 'instruction',
    references: ['OWASP-LLM06', 'CWE-200'],
    why: 'Whoever writes the input then decides what leaves.',
    fix: 'Ask the user before anything leaves, or keep the three apart.',
  }),
  find: (live, facts) => {
    const isConfirmed = facts.of('instruction').some((fact) => fact.value.act === 'confirm' && isLive(fact));
    if (isConfirmed) return [];
    return joined([
      [byRule(live, /^AGY-05$/), 'brings all three together'],
      [byRule(live, /^(?:EXF-0[348]|AGY-0[27])$/, ['HIGH', 'CRITICAL']), 'acts outward'],
    ]);
  },
};
