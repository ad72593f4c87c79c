import { startOf, wordsBehind, wordsOf } from '@assay/analysis/bundle/decode/view';
import { asks, foreignUrls, type Instruction, names, orders } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const privateDataSent = skillRule({
  id: 'EXF-04',
  title: 'Private data sent by the agent',
  question: 'Does the agent send conversation, memory, secrets or output without a request?',
  family: 'instruction',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'MEDIUM',
  references: ['CWE-200', 'CWE-359', 'OWASP-LLM02'],
  why: 'The agent is the channel: it reads private data and sends it to a foreign address.',
  fix: 'Remove the transfer, or declare the endpoint and let the user start each one.',
  blindTo: 'Data that code sends is covered by the flow rules.',
  falseAlarms: 'Chat products are reported if their own address shares no word with their name.',
  check: (facts) =>
    orders(facts)
      .filter((fact) => asks(fact, 'send') && (names(fact, 'secret') || names(fact, 'conversation')))
      .filter((fact) => foreignUrls(fact, facts.about).length > 0 && !isLogin(fact) && !isCondition(fact))
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
});

/** An action that depends on the user's request is the user's own. */
const isCondition = ({ span }: Instruction): boolean =>
  /^(?:if|when|once|only)\b/i.test(wordsBehind(startOf(span), CONDITION_CHARS));
const CONDITION_CHARS = 8;

/** A key in a request header is the regular use of a service. */
const isLogin = ({ span }: Instruction): boolean =>
  /\b(?:header|authorization|bearer|x-api-key|log ?in|sign ?in)\b/i.test(wordsOf(span));
