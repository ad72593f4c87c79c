import type { Facts, Rule } from '../../model.ts';
import { distance, type Instruction, instructions, isAsked, isForeign } from '../instruction.facts.ts';

export const triggerHijack: Rule = {
  id: 'SOC-06',
  title: 'The skill claims every request or priority over others',
  question: 'Does it claim every request or priority over other skills?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'OWASP-LLM01'],
  why: 'A skill that runs for everything sees everything.',
  fix: 'Describe the tasks the skill is for.',
  since: '2026.11',
  check: (facts) => {
    const claims = instructions(facts, 'claim-priority').filter(({ value }) => !value.negated);
    const isRisky = instructions(facts, 'send', 'obey-remote', 'poll-orders', 'override-rules', 'run').some(
      (fact) => isAsked(fact) && isTaking(fact, facts),
    );
    return claims.map((fact) => ({
      at: fact.span,
      confidence: isRisky ? ('firm' as const) : ('tentative' as const),
      severity: isRisky ? ('HIGH' as const) : ('LOW' as const),
    }));
  },
};

/** What makes the claim dangerous: data leaves for a foreign place, or a script runs in the same breath. */
function isTaking(fact: Instruction, facts: Facts): boolean {
  if (fact.value.act === 'override-rules') return true;
  if (fact.value.act !== 'run') return isForeign(fact, facts.about);
  return (
    fact.value.objectKind === 'script' &&
    instructions(facts, 'claim-priority').some((claim) => distance(claim, fact) < 120)
  );
}
