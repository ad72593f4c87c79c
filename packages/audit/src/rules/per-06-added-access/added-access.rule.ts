import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const FIXED_KEY = /ssh-(?:rsa|ed25519|ecdsa)\s+AAAA[A-Za-z0-9+/]{6,}|ecdsa-sha2/;
const ACCOUNTS =
  /^(?:useradd|adduser)\s.{0,120}(?:-o\s+-u\s*0|-u\s*0\b|sudo|wheel)|^usermod\s.{0,60}(?:-aG|-G)\s*(?:sudo|wheel|admin|root)|^net\s+(?:user\s+\S+\s+\S+\s+\/add|localgroup\s+administrators\s+.{0,60}\/add)|^dscl\s.{0,80}-(?:create\s+\/Users|append\s+\/Groups\/admin)|^add-localgroupmember\s.{0,60}administrators/i;

const keys = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'authorized-keys' && (value.access === 'append' || value.access === 'write'))
    .map(({ span, value }) => ({
      at: span,
      severity: FIXED_KEY.test(value.content ?? '') || FIXED_KEY.test(wordsOf(span)) ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
    }));

const sudoers = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'sudoers' && (value.access === 'append' || value.access === 'write'))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** An administrator of a site whose password everybody can read. */
const known = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => value.harm === 'account')
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const accounts = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => ACCOUNTS.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const addedAccess = {
  id: 'PER-06',
  title: 'Adds keys, accounts or rights',
  question: 'Are keys, accounts, sudoers or OAuth grants added?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-269'],
  why: 'A second way in stays open after everything else is cleaned up.',
  fix: 'Remove it. Access is for the owner to give.',
  looksAt:
    'Fixed public keys and sudo rules are critical, privileged accounts high, and so are rights that words tell the agent to give to somebody they name.',
  blindTo: 'Grants given in a web console.',
  falseAlarms: "The user's own key from a variable: medium.",
  since: '2026.11',
  check: (facts) => [...keys(facts), ...sudoers(facts), ...accounts(facts), ...known(facts)],
} satisfies Rule;
