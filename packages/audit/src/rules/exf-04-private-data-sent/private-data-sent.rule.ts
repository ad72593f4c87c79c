import type { Facts, ObjectKind, RawFinding, Rule } from '../../model.ts';
import {
  around,
  type Instruction,
  instructions,
  isAsked,
  isConfirmed,
  isForeign,
  moods,
} from '../instruction.facts.ts';

export const privateDataSent: Rule = {
  id: 'EXF-04',
  title: 'Conversation, memory or secrets go out by the agent',
  question: 'Does conversation, memory, secrets or output go out unasked?',
  category: 'EXF',
  family: 'instruction',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359', 'OWASP-LLM02'],
  why: 'The agent itself is the channel: it reads what is private and carries it to a foreign address.',
  fix: 'Remove the transfer, or declare the endpoint and let the user start each one.',
  since: '2026.11',
  check: (facts) => [...direct(facts), ...handedOver(facts), ...inTwoSteps(facts)],
};

const PRIVATE: ReadonlySet<ObjectKind> = new Set([
  'conversation',
  'secret',
  'seed-phrase',
  'environment',
  'system-prompt',
  'secret-file',
]);
const SECRET: ReadonlySet<ObjectKind> = new Set([
  'secret',
  'secret-file',
  'seed-phrase',
  'environment',
  'conversation',
  'user-file',
]);

/** "Send the token in the Authorization header" is how keys are used, not how they leak. */
const OWN_USE =
  /\b(?:header|authorization|bearer|auth(?:enticate|entication)?|sign(?:ed|ing)? in|log ?in|oauth|x-api-key|as (?:a )?(?:query|form) param\w*|request body|payload field|exchange|endpoint returns|with (?:your|the|an?) (?:api key|token))\b/i;
const REQUEST_CONTENT = /\b(?:user'?s? (?:query|prompt|question|message|input|request))\b/i;

function direct(facts: Facts): RawFinding[] {
  return instructions(facts, 'send')
    .filter(
      (fact) =>
        isAsked(fact) &&
        isForeign(fact, facts.about) &&
        (PRIVATE.has(fact.value.objectKind) || fact.value.object === 'private data') &&
        !isConfirmed(facts, fact),
    )
    .filter((fact) => !OWN_USE.test(words(fact)))
    .map((fact) => {
      const isPlainRequest = REQUEST_CONTENT.test(words(fact)) && !fact.value.concealed && fact.value.scope === 'once';
      return {
        at: fact.span,
        confidence: 'firm' as const,
        ...(isPlainRequest ? { severity: 'MEDIUM' as const } : {}),
        modifiers: moods(fact),
      };
    });
}

const words = ({ span }: Instruction): string => span.view.text.slice(Math.max(0, span.start - 60), span.end + 60);

/** Handed to a tool, a header or a public place instead of an address. */
function handedOver(facts: Facts): RawFinding[] {
  return instructions(facts, 'send')
    .filter(
      (fact) =>
        isAsked(fact) &&
        fact.value.destination === null &&
        !isConfirmed(facts, fact) &&
        !(fact.value.objectKind === 'secret' && OWN_USE.test(words(fact))),
    )
    .map((fact) => ({ at: fact.span, confidence: 'firm', severity: 'HIGH', modifiers: moods(fact) }));
}

/** One sentence reads what is private, the next sends it. */
function inTwoSteps(facts: Facts): RawFinding[] {
  return instructions(facts, 'read')
    .filter((fact) => isAsked(fact) && SECRET.has(fact.value.objectKind))
    .flatMap((fact) => {
      const send = around(facts, fact, 260, ['send']).find(
        (one) =>
          isAsked(one) &&
          isForeign(one, facts.about) &&
          one.span.start > fact.span.start &&
          !PRIVATE.has(one.value.objectKind),
      );
      if (!send || isConfirmed(facts, send) || OWN_USE.test(words(send))) return [];
      return [
        { at: send.span, confidence: 'firm' as const, related: [{ at: fact.span, role: 'reads the private data' }] },
      ];
    });
}
