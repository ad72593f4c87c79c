import type { Rule } from '../../model.ts';
import { instructions, isAsked, isForeign, lineAround } from '../instruction.facts.ts';

export const secretRequest: Rule = {
  id: 'CRD-06',
  title: 'The user is asked for secrets',
  question: 'Is the user asked for secrets the purpose does not need, or to paste them in chat?',
  category: 'CRD',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'OWASP-LLM02'],
  why: 'What is typed into a conversation is stored with it and shown to every tool that reads it.',
  fix: 'Read the one secret that is needed from the environment or a credential store.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'request-secret')
      .filter((fact) => isAsked(fact) && fact.value.objectKind === 'secret')
      .map((fact) => {
        const isPersonal = PERSONAL.test(lineAround(fact));
        const inChat = fact.value.destination === 'chat';
        if (fact.value.object === 'phished')
          return { at: fact.span, confidence: 'firm' as const, severity: 'HIGH' as const };
        if (!inChat && isForeign(fact, facts.about) && PHISHING.test(lineAround(fact)))
          return { at: fact.span, confidence: 'firm' as const, severity: 'HIGH' as const };
        if (isPersonal && inChat) return { at: fact.span, confidence: 'firm' as const, severity: 'HIGH' as const };
        return {
          at: fact.span,
          confidence: 'tentative' as const,
          severity: inChat || isPersonal ? ('MEDIUM' as const) : ('LOW' as const),
        };
      }),
};

const PHISHING =
  /\b(?:session (?:has )?expired|verify|again|re-?enter|log ?in|confirm (?:their|your) (?:identity|account)|unlock|restore)\b/i;
/** Secrets that no skill needs to be told. */
const PERSONAL =
  /\b(?:bank|email|e-mail|login|account|github|aws|database|master|wallet)\s+(?:\w+\s+){0,2}(?:passwords?|secret|token|credentials)|\bbank (?:login|details)\b|\b(?:passwords?|token|credentials) (?:of|for|to) (?:\w+ ){0,2}(?:bank|e-?mail|mail|login|account|github|aws|computer|machine|laptop)\b|\b(?:all|every) (?:\w+ ){0,3}(?:passwords|api keys|credentials|logins)\b|\bapi keys of (?:all|every)\b|\b(?:credit card|card number|cvv|three digits|ssn|social security|one-time (?:code|password)|verification code|2fa code|otp)\b/i;
