import { asks, names, orders } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const instructionOverride = skillRule({
  id: 'PI-01',
  title: 'Instruction override',
  question: 'Does the text tell the agent to ignore its rules?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'A skill that disables the rules of its agent can make it do things the user never requested.',
  fix: 'Remove the sentence. A skill adds to the rules of its agent; it never replaces them.',
  looksAt: 'The rule finds text that tells the agent to ignore, replace or rank its rules below this text.',
  blindTo: 'Overrides that name no rules ("only listen to me"), and all but the plainest wordings, are not detected.',
  falseAlarms: 'Skills that quote overrides without quotation marks, heading or attribution can be reported.',
  check: (facts) =>
    orders(facts)
      .filter((fact) => asks(fact, 'ignore') && names(fact, 'standing-rules'))
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
});
