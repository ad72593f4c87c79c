import type { InstructionAct, Rule } from '../../model.ts';
import { HOSTILE_ACTS, type Instruction, isAsked } from '../instruction.facts.ts';

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
      .filter((fact) => ACTS.includes(fact.value.act) && isAsked(fact) && isPointed(fact) && fact.context === 'hidden')
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

/** Authors leave themselves notes about commands; an order names a script, a place or a duty. */
const isPointed = ({ value }: Instruction): boolean =>
  !(
    value.act === 'run' ||
    value.act === 'install' ||
    value.act === 'delete' ||
    value.act === 'conceal' ||
    value.act === 'launder-consent'
  ) ||
  value.objectKind === 'script' ||
  value.objectKind === 'url' ||
  (value.act === 'run' && value.destination !== null) ||
  value.scope === 'always' ||
  value.concealed;
