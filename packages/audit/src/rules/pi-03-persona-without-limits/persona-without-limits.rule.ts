import type { Rule } from '../../model.ts';
import { instructions, moods } from '../instruction.facts.ts';

export const personaWithoutLimits: Rule = {
  id: 'PI-03',
  title: 'A persona without limits is installed',
  question: 'Is a persona or mode without limits installed?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'A role that knows no rules is a way around the rules of the agent that plays it.',
  fix: 'Describe the role by what it does for the user, within the limits of the agent.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'adopt-persona')
      .filter(({ value }) => !value.negated && value.modality !== 'may')
      .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) })),
};
