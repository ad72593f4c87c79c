import type { Rule } from '../../model.ts';
import { instructions, lineAround, moods } from '../instruction.facts.ts';

export const instructionOverride: Rule = {
  id: 'PI-01',
  title: 'Standing rules are told to be ignored',
  question: 'Are standing rules told to be ignored, replaced or ranked below this text?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'A skill that sets aside the rules its agent works under can make it do anything the user never asked for.',
  fix: 'Remove the sentence. A skill adds to the rules of its agent; it never replaces them.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'override-rules')
      .filter(({ value }) => !value.negated && value.modality !== 'may')
      .map((fact) => ({
        at: fact.span,
        confidence: fact.value.modality === 'plain' && !SELF.test(lineAround(fact)) ? 'tentative' : 'firm',
        ...(fact.context === 'hidden' ? { severity: 'CRITICAL' as const } : {}),
        modifiers: moods(fact),
      })),
};

/** A description of this very text, or of the agent, is an order. */
const SELF = /\b(?:this (?:document|file|skill|page|section)|these (?:rules|instructions)|you are|you're)\b/i;
