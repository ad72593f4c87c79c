import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls, commandsMatching } from '../command.facts.ts';

const STORES = new Set(['browser-store', 'keychain', 'password-store', 'wallet']);

const files = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => STORES.has(value.class) && (value.access === 'read' || value.access === 'list'))
    .map(({ span, value }) => ({
      at: span,
      severity: value.access === 'read' && value.path.includes('/') ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is opened.`,
    }));

const programs = (facts: Facts): RawFinding[] =>
  commandsMatching(
    facts,
    /^security\s+(?:dump-keychain|find-(?:generic|internet)-password\s+.{0,80}-w|export)|^(?:secret-tool|kwallet-query)\s+(?:search|--list)|^sqlite3\s+.{0,200}(?:login data|cookies|key4)/i,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

/** The keys of every network this machine was in. */
const networks = (facts: Facts): RawFinding[] =>
  commandsMatching(facts, /^netsh\s+wlan\s+(?:show|export)\s+profiles?\b.{0,200}key=clear/i).map(({ span }) => ({
    at: span,
    confidence: 'firm',
  }));

/** Programs that hold keys in the clear, and what writes the memory of another program into a file. */
const KEEPERS =
  /\b(?:ssh-agent|gpg-agent|lsass|gnome-keyring\S*|kwalletd\S*|securityd|keychain|1password|bitwarden|keepass\w*|vault)\b/i;
const memories = (facts: Facts): RawFinding[] =>
  commandsMatching(
    facts,
    /^(?:gcore|procdump(?:64)?|process-dump|dd\s.{0,40}\/proc\/\S+\/mem|gdb\s.{0,80}(?:-p|--pid|attach)|rundll32\s.{0,80}comsvcs)\b/i,
  )
    .filter(({ span }) => KEEPERS.test(wordsOf(span)))
    .map(({ span }) => ({
      at: span,
      confidence: 'firm',
      note: 'The memory of what holds keys is taken.',
    }));

const cookies = (facts: Facts): RawFinding[] =>
  calls(
    facts,
    /^(?:browser_cookie3\.\w+|browsercookie\.\w+|win32crypt\.CryptUnprotectData|keytar\.findCredentials)$/,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

export const secretStores = {
  id: 'CRD-02',
  title: 'Opens a browser, keychain, password or wallet store',
  question: 'Are browser, keychain, password or wallet stores opened?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'CWE-256'],
  why: 'One such store holds every password and coin its owner has.',
  fix: "Ask for the one credential that is needed, or use the platform's own prompt.",
  looksAt:
    'Cookie and login databases, keychains, password managers and wallets, opened by path, program or library; keys of wireless networks in the clear, and the memory of programs that hold keys.',
  blindTo: 'Reads through a debugging port of a browser.',
  falseAlarms: "A keyring entry of the product's own is quiet, and so is `find` that only lists.",
  since: '2026.11',
  check: (facts) => [...files(facts), ...programs(facts), ...networks(facts), ...memories(facts), ...cookies(facts)],
} satisfies Rule;
