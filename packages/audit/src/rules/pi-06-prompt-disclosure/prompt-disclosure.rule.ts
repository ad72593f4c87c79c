import type { Rule } from '../../model.ts';
import { around, instructions, isAsked, lineAround } from '../instruction.facts.ts';

export const promptDisclosure: Rule = {
  id: 'PI-06',
  title: 'The prompt, history or tool list is to be revealed',
  question: 'Is the prompt, history or tool list to be revealed or sent?',
  category: 'PI',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'OWASP-LLM07'],
  why: 'The standing prompt holds the operator’s rules and often names, keys and other people’s words.',
  fix: 'Remove the request. A skill needs none of it.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'reveal-prompt')
      .filter(
        (fact) =>
          isAsked(fact) && (fact.value.destination !== null || SHOWING.test(`${fact.value.verb} ${fact.value.object}`)),
      )
      .map((fact) => {
        const leaves =
          fact.value.destination !== null ||
          around(facts, fact, 80, ['send']).some((send) => send.value.objectKind === 'system-prompt');
        if (leaves) return { at: fact.span, confidence: 'firm' as const, severity: 'CRITICAL' as const };
        const isShared = PROMPT.test(fact.value.object) && SHARED.test(lineAround(fact));
        return {
          at: fact.span,
          confidence: isShared ? ('firm' as const) : ('tentative' as const),
          ...(isShared ? { severity: 'HIGH' as const } : {}),
        };
      }),
};

const PROMPT = /prompt|instructions|preamble|configuration text|system message|you were told/;
/** Places that others than the user read. */
const SHARED = /\b(?:commit messages?|pull requests?|issues?|tickets?|changelog|public|readme|comments?|review)\b/i;

/** Printing is revealing; writing, listing and returning are everyday words around prompts. */
const SHOWING =
  /^(?:reveal|print|repeat|show|display|disclos|expos|leak|dump|recit|output|quot|copy out|verbatim|word for word)\w* (?:your|hidden|initial|system|developer|internal|everything|full|preamble|placed)/;
