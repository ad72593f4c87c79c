import type { Rule } from '../../model.ts';
import { instructions, isAsked, isConfirmed, isForeign, lineAround } from '../instruction.facts.ts';

export const identityCheckBypass: Rule = {
  id: 'AGY-11',
  title: 'CAPTCHA, MFA or identity checks are bypassed',
  question: 'Are CAPTCHA, MFA or identity checks bypassed?',
  category: 'AGY',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'CWE-287'],
  why: 'Those checks protect other people’s systems and the user’s own accounts.',
  fix: 'Let the user pass the check.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'bypass-check')
      .filter((fact) => isAsked(fact) && DEFEAT.test(fact.value.verb) && !isConfirmed(facts, fact))
      .map((fact) => {
        const isRelay = RELAY.test(lineAround(fact)) && isForeign(fact, facts.about);
        return {
          at: fact.span,
          confidence: isRelay ? ('firm' as const) : ('tentative' as const),
          ...(isRelay ? { severity: 'HIGH' as const } : {}),
        };
      }),
};

const DEFEAT =
  /^(?:bypass\w*|solv\w+|circumvent\w*|evad\w+|defeat\w*|relay\w*|forward\w*|intercept\w*|get around|work around|automatically solve|auto-solve|trick|fake|spoof\w*|forge|send|ask for|enters?|types?|have them read|read the digits|enter (?:those|it|them))$/;
const RELAY = /\b(?:enter|type|relay\w*|forward\w*|intercept\w*|send|post|submit)\b/i;
