import type { Rule } from '../../model.ts';
import { instructions, moods } from '../instruction.facts.ts';

export const reviewerAddress: Rule = {
  id: 'PI-09',
  title: 'The reviewer is addressed or a verdict asserted',
  question: 'Is the reviewer, scanner or judge addressed, or a verdict asserted?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-345'],
  why: 'Honest text does not tell its reviewer what to find.',
  fix: 'Remove the sentence. Explain a doubtful line where it stands, to people.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'sway-reviewer')
      .filter(({ value }) => !value.negated && value.modality !== 'may')
      .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) })),
};
