import type { Rule } from '../../model.ts';
import { registrableDomain } from '../../ruleset/origins/origin.ts';

export const mismatchedLink: Rule = {
  id: 'SOC-04',
  title: 'A link shows one host and leads to another',
  question: 'Does the shown host differ from the real target?',
  category: 'SOC',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-451'],
  why: 'Readers trust the address they see.',
  fix: 'Show the address that is linked.',
  since: '1',
  check: (facts) =>
    facts.of('link').flatMap((fact) => {
      const shown = SHOWN.exec(fact.value.text.trim())?.[1]?.toLowerCase();
      const real = fact.value.url?.host;
      if (shown === undefined || !real || REDIRECTS.test(real)) return [];
      if (registrableDomain(shown) === registrableDomain(real)) return [];
      return [{ at: fact.span, confidence: 'firm' as const, evidence: `${shown} → ${real}` }];
    }),
};

/** Text that is an address and nothing else. */
const SHOWN = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?:\/\S*)?$/i;
/** Mirrors and resolvers that stand in for other hosts by design. */
const REDIRECTS = /(?:^|\.)(?:doi\.org|web\.archive\.org|archive\.org|translate\.google\.com)$/;
