import { wordsOf } from '@assay/analysis/bundle/decode/view';
import { isGrave, isSwaying } from '@assay/analysis/prose/index';
import { asks, foreignUrls, type Instruction, names } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const invisibleDirective = skillRule({
  id: 'PI-07',
  title: 'Invisible instruction',
  question: 'Does invisible text contain an instruction?',
  kind: 'PROOF',
  severity: 'CRITICAL',
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-451'],
  why: 'People approve the visible text. The agent also follows the invisible text.',
  fix: 'Delete the hidden text or make it visible.',
  blindTo: 'Hidden text that only describes something is not reported. HID-01 and HID-02 find invisible Unicode.',
  falseAlarms: 'Comments in which authors keep commands for themselves can be reported.',
  check: (facts) =>
    facts
      .of('instruction')
      .filter(({ context, value }) => context === 'hidden' && isGrave(value))
      .filter((fact) => isAimed(fact) || foreignUrls(fact, facts.about).some(({ origin }) => origin !== 'code-host'))
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
});

/**
 * Authors leave themselves notes about files, keys and sources. An attack is about the agent's rules, about people or
 * about data that leaves.
 */
const isAimed = (fact: Instruction): boolean =>
  isSwaying(fact.value) ||
  (names(fact, 'standing-rules') && (asks(fact, 'ignore') || (asks(fact, 'remove') && !isOfItself(fact)))) ||
  (names(fact, 'user') && fact.value.forbids.includes('tell')) ||
  (asks(fact, 'send') && (names(fact, 'secret') || (names(fact, 'conversation') && fact.value.addresses.length > 0)));

/** "Delete these instructions afterwards": such a note in a template refers to itself, not to the agent's rules. */
const isOfItself = ({ span }: Instruction): boolean =>
  /\bth(?:is|ese)\s+(?:\w+\s+)?(?:instructions?|guidelines?|rules?|notes?)\b/i.test(wordsOf(span));
