import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';
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
      severity: FIXED_KEY.test(value.content ?? '') || FIXED_KEY.test(wordsOf(span)) ? 'CRITICAL' : 'MEDIUM',
      confidence: 'firm',
    }));

const sudoers = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'sudoers' && (value.access === 'append' || value.access === 'write'))
    .map(({ span, value, file }) => ({
      at: span,
      // One program without a password is a convenience to be seen; everything without one is a second root.
      severity: isNewAccount(value.content ?? '', file, facts) ? 'HIGH' : sudoSeverity(value.content ?? ''),
      confidence: 'firm',
    }));

/**
 * The account of a machine that is being set up: made in the same file, and nobody is given a way in to it. A password or a key that stands
 * in the bundle makes it a door.
 */
function isNewAccount(content: string, file: string, facts: Facts): boolean {
  const [name = ''] = /^[a-z_][\w-]*(?=\s)/.exec(content.trim()) ?? [];
  const made = facts.in(file, 'command').some(({ value }) => MAKES.test(lineOf(value)) && value.args.includes(name));
  return (
    made &&
    !facts.of('command').some(({ value }) => GIVES_PASSWORD.test(`${lineOf(value)} ${value.text}`)) &&
    !hasKey(facts)
  );
}
const MAKES = /^(?:sudo\s+)?(?:useradd|adduser)\s/;
const GIVES_PASSWORD = /\bchpasswd\b|\bpasswd\b.{0,80}--stdin|\b(?:useradd|usermod)\b.{0,160}(?:-p|--password)\b/;
const hasKey = (facts: Facts): boolean => keys(facts).some(({ severity }) => severity === 'CRITICAL');

/** Settings of the program itself give nobody anything. */
const isSetting = (content: string): boolean =>
  content.trim() !== '' &&
  content.split('\n').every((line) => /^\s*(?:#.*|Defaults\b(?!.*!authenticate).*)?$/.test(line));
const sudoSeverity = (content: string): Severity =>
  isSetting(content) ? 'MEDIUM' : /NOPASSWD:\s*ALL\b/.test(content) ? 'CRITICAL' : 'HIGH';

/** An administrator of a site whose password everybody can read. */
const known = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => value.harm === 'account')
    .map(({ span }) => ({ at: span, severity: 'CRITICAL', confidence: 'firm' }));

/** A password that is written here, for an account that may do everything. */
const KNOWN_PASSWORD =
  /^(?:useradd|adduser)\s.{0,160}(?:-p|--password)[= ]\s*["']?(?![$<{␀])\S|^(?:useradd|adduser)\b.{0,200}openssl\s+passwd\s+(?:-\S+\s+)*(?![-$<{␀)])\w/i;

/** A second master of the machine. */
const ADMINISTRATOR =
  /^net\s+localgroup\s+["']?administrators|^(?:useradd|adduser)\s.{0,120}-u\s*0\b|^dscl\s.{0,80}-append\s+\/Groups\/admin|^add-localgroupmember\s.{0,60}administrators/i;

const accounts = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => ACCOUNTS.test(lineOf(value)))
    .map(({ span, value }) => ({
      at: span,
      severity:
        ADMINISTRATOR.test(lineOf(value)) || KNOWN_PASSWORD.test(value.text.replace(/^sudo\s+/, ''))
          ? 'CRITICAL'
          : value.program === 'net'
            ? 'MEDIUM'
            : 'HIGH',
      confidence: 'firm',
    }));

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
