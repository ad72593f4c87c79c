import type { InstructionAct, Rule } from '../../model.ts';
import { HOSTILE_ACTS, isAsked } from '../instruction.facts.ts';

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
  since: '1',
  check: (facts) =>
    facts
      .of('instruction')
      .filter((fact) => ACTS.includes(fact.value.act) && isAsked(fact) && fact.context === 'hidden')
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
};

const ACTS: readonly InstructionAct[] = [
  ...HOSTILE_ACTS,
  'launder-consent',
  'conceal',
  'run',
  'install',
  'delete',
  'bypass-check',
];
