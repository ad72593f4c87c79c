import { restOfLine, wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { calls, commandsMatching } from '../command.facts.ts';

const STORES = new Set(['browser-store', 'keychain', 'password-store', 'wallet']);
const DATABASE =
  /(?:login data|cookies(?:\.sqlite|\.binarycookies)?$|key4\.db|logins\.json|web data$|local state$|wallet\.dat|keychain|\.kdbx|keystore|seed)/i;

/** Whoever goes on in a session of the user opens these; a theft shows where they go. */
const SESSIONS = /(?:cookies(?:\.sqlite|\.binarycookies)?|local state)$/i;

/** Told to open a store, an agent has it open. A program that looks after one opens it too, and sends nothing. */
const PAGE = /\.mdx?$/i;
const sendsAnything = (facts: Facts, file: string): boolean =>
  facts.in(file, 'sink').some(({ value }) => value.class === 'network' || value.class === 'dns');

/** A folder beside the script, like `shop_cookies`: no browser keeps its own there. */
const BARE_NAME = /^[\w-]{1,60}$/;

/** `/mnt/evidence/Users/…`: a disk that was put in to be looked at. By one letter it is the user's own, seen from a guest. */
const OTHER_DISK = /^\/(?:mnt|media|Volumes)\/[\w.-]{2,60}\/|^\/(?:cases|evidence)\//;

/** `find` by itself says where something lies, and when it was changed. */
const isOnlyListed = (span: Span): boolean =>
  /^\s*find\s/.test(wordsOf(span)) && !/\s-(?:exec|ok|fprint)|[|>]/.test(restOfLine(span));

const files = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => STORES.has(value.class) && (value.access === 'read' || value.access === 'list'))
    .map(({ span, value, file }) => ({
      at: span,
      severity:
        BARE_NAME.test(value.path) || isOnlyListed(span)
          ? 'MEDIUM'
          : DATABASE.test(value.path) &&
              !SESSIONS.test(value.path) &&
              value.access === 'read' &&
              !OTHER_DISK.test(value.path) &&
              (PAGE.test(file) || sendsAnything(facts, file))
            ? 'CRITICAL'
            : 'HIGH',
      confidence: 'firm',
      note: `${value.path} is opened.`,
    }));

const programs = (facts: Facts): RawFinding[] =>
  commandsMatching(
    facts,
    /^security\s+(?:dump-keychain|find-(?:generic|internet)-password\s+.{0,80}-w|export)|^(?:secret-tool|kwallet-query)\s+(?:search|--list)|^sqlite3\s+.{0,200}(?:login data|cookies|key4)/i,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

/** The keys of every network this machine was in; in a program that sends something nobody can tell, they go along. */
const networks = (facts: Facts): RawFinding[] =>
  commandsMatching(facts, /^netsh\s+wlan\s+(?:show|export)\s+profiles?\b.{0,200}key=clear/i).map(({ span, file }) => ({
    at: span,
    severity: facts.in(file, 'sink').some(({ value }) => value.class === 'network' && value.isUntold === true)
      ? 'CRITICAL'
      : 'MEDIUM',
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
      severity: 'CRITICAL',
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
