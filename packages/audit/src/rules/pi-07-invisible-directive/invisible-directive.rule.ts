import type { Rule } from '../../model.ts';
import { isGrave } from '../../prose/index.ts';
import { foreignUrls, type Instruction } from '../instruction.facts.ts';

export const invisibleDirective: Rule = {
  id: 'PI-07',
  title: 'An invisible span gives an order',
  question: 'Does an invisible span hold a directive?',
  category: 'PI',
  family: 'instruction',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-451'],
  why: 'A reader of the page approves what is shown; the agent also obeys what is not.',
  fix: 'Delete the hidden text or make it visible.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('instruction')
      .filter(({ context, value }) => context === 'hidden' && isGrave(value))
      .filter((fact) => !isBySource(fact) || foreignUrls(fact, facts.about).length > 0)
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
};

/** Authors note where something comes from; an address of a known or own place beside a verb is such a note. */
const isBySource = ({ value: { names } }: Instruction): boolean => names.every((name) => NOTED.has(name));
const NOTED: ReadonlySet<string> = new Set(['address', 'orders', 'archive', 'terminal']);
