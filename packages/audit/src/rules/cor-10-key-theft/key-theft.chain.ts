import { byRule, type Chain, type FoundChain, foreignUrl, isAsked, joined, toRule } from '../../correlate/chain.ts';
import type { LiveFinding } from '../../correlate/live-finding.ts';
import type { Facts } from '../../model.ts';

export const keyTheft: Chain = {
  rule: toRule({
    id: 'COR-10',
    title: 'Asks for a key and moves what it opens',
    question: 'Does a key or seed phrase request, or an allowance, lead to a fixed foreign recipient?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-522', 'OWASP-LLM06'],
    why: 'A seed phrase and a fixed recipient are all it takes to empty a wallet.',
    fix: 'Never ask for a seed phrase; let the user sign.',
  }),
  find: (live, facts) => [
    ...joined([
      [byRule(live, /^CRD-07$/), 'asks for the key'],
      [byRule(live, /^(?:AGY-03|EXF-0[1347])$/, ['HIGH', 'CRITICAL']), 'moves it'],
    ]),
    ...sentKeys(live, facts),
  ],
};

/** The phrase itself is to be sent somewhere. */
function sentKeys(live: readonly LiveFinding[], facts: Facts): FoundChain[] {
  const [asked] = byRule(live, /^CRD-07$/);
  const sent = facts
    .of('instruction')
    .find(
      (fact) =>
        fact.value.act === 'send' &&
        fact.value.objectKind === 'seed-phrase' &&
        isAsked(fact) &&
        foreignUrl(fact.value.destination, facts) !== undefined,
    );
  if (asked === undefined || sent === undefined) return [];
  const related = [
    { at: asked.at, role: 'asks for the key' },
    { at: sent.span, role: 'moves it' },
  ];
  return [{ raw: { at: sent.span, confidence: 'firm', related }, parts: [asked] }];
}
