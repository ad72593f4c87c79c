import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { Rule } from '@assay/analysis/types';

export const mismatchedLink: Rule = {
  id: 'SOC-04',
  title: 'A link shows one host and leads to another',
  question: 'Does the shown host differ from the real target?',
  category: 'SOC',
  family: 'instruction',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-451'],
  why: 'Readers trust the address they see.',
  fix: 'Show the address that is linked.',
  blindTo: 'Addresses echoed by commands.',
  falseAlarms: 'File names that look like hosts.',
  since: '2026.11',
  check: (facts) =>
    facts.of('link').flatMap((fact) => {
      const shown = shownHost(fact.value.text);
      const real = fact.value.url?.host;
      if (shown === undefined || !real || REDIRECTS.test(real)) return [];
      if (registrableDomain(shown) === registrableDomain(real)) return [];
      return [{ at: fact.span, confidence: 'firm' as const, evidence: `${shown} → ${real}` }];
    }),
};

/** Text that is an address and nothing else. */
const SHOWN = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(\/\S*)?$/i;
/** Endings of file names that are no host names. */
const FILE_NAME =
  /\.(?:js|mjs|ts|tsx|jsx|md|mdx|py|sh|json|ya?ml|toml|txt|rs|go|rb|cs|cpp|php|css|html|ipynb|lock|xml|csv|pdf|zip|sql|swift|kt|java|exe|bat|cmd|dll|ps1)$/i;
/** A bare name counts as a host only under endings nobody gives to files or packages. */
const HOST_NAME =
  /\.(?:com|org|gov|edu|test|invalid|xyz|info|site|online|top|shop)$|(?:\.[a-z0-9-]+){2,}\.(?:io|net|dev|app|ai|co|me|cloud|uk|de|fr|jp|cn|ru|eu)$/i;
/** Short names that vendors own besides their main one. */
const ALIASES: Readonly<Record<string, string>> = {
  'hf.co': 'huggingface.co',
  'youtu.be': 'youtube.com',
  'aka.ms': 'microsoft.com',
  'git.io': 'github.com',
  't.me': 'telegram.org',
  'goo.gle': 'google.com',
};

function shownHost(text: string): string | undefined {
  const match = SHOWN.exec(text.trim());
  const host = match?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  const isBare = !text.includes('://') && match?.[2] === undefined;
  if (isBare && (FILE_NAME.test(host) || !HOST_NAME.test(host))) return undefined;
  return ALIASES[host] ?? host;
}

/** Mirrors and resolvers that stand in for other hosts by design. */
const REDIRECTS = /(?:^|\.)(?:doi\.org|web\.archive\.org|archive\.org|translate\.google\.com)$/;
