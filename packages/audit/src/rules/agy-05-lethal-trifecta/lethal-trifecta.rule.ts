import type { ObjectKind, Rule } from '../../model.ts';
import { instructions, isAsked, isConfirmed, isForeign } from '../instruction.facts.ts';

export const lethalTrifecta: Rule = {
  id: 'AGY-05',
  title: 'Untrusted input, private data and a way out meet',
  question: 'Are untrusted input, private data and an outbound channel together?',
  category: 'AGY',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'OWASP-LLM01'],
  why: 'Text from strangers can then carry private data out without any bug.',
  fix: 'Separate the three, or ask before anything leaves.',
  since: '2026.11',
  check: (facts) => {
    const input = instructions(facts, 'download', 'obey-remote').find(isAsked);
    const secret = instructions(facts, 'read').find((fact) => isAsked(fact) && PRIVATE.has(fact.value.objectKind));
    const send = instructions(facts, 'send').find(
      (fact) => isAsked(fact) && isForeign(fact, facts.about) && !isConfirmed(facts, fact),
    );
    if (!input || !secret || !send) return [];
    return [
      {
        at: send.span,
        confidence: 'tentative',
        related: [
          { at: input.span, role: 'input from strangers' },
          { at: secret.span, role: 'private data' },
        ],
      },
    ];
  },
};

const PRIVATE: ReadonlySet<ObjectKind> = new Set(['secret', 'secret-file', 'user-file', 'conversation', 'environment']);
