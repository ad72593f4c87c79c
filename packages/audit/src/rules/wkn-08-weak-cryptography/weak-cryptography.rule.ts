import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

const PASSWORDS = /passw|secret|token|credential/i;

const toFindings = (facts: Facts): RawFinding[] => [
  ...calls(facts, /^hashlib\.(?:md5|sha1)$|^crypto\.createHash$/)
    .filter(({ value }) => PASSWORDS.test(value.text) && /md5|sha1/i.test(value.text + value.callee))
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
  ...calls(facts, /(?:^|\.)(?:DES|ARC4|Blowfish)\.new$|MODE_ECB/).map(({ span }) => ({
    at: span,
    confidence: 'firm' as const,
  })),
  ...calls(facts, /(?:^|\.)AES\.new$/)
    .filter(({ value }) => /MODE_ECB/.test(value.text))
    .map(({ span }) => ({ at: span, confidence: 'firm' as const })),
];

export const weakCryptography = {
  id: 'WKN-08',
  title: 'Uses weak or home-made cryptography',
  question: 'Is there weak or home-made cryptography?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-327'],
  why: 'It gives the look of protection without it.',
  fix: 'Use a current library with its defaults.',
  looksAt: 'Broken ciphers and modes, and fast hashes over passwords.',
  blindTo: 'Own ciphers.',
  falseAlarms: 'MD5 as a checksum is quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
