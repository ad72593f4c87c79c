import type { Facts, RawFinding, Rule } from '../../model.ts';
import { calls, commandsMatching } from '../command.facts.ts';

const STORES = new Set(['browser-store', 'keychain', 'password-store', 'wallet']);
const DATABASE =
  /(?:login data|cookies(?:\.sqlite|\.binarycookies)?$|key4\.db|logins\.json|web data$|local state$|wallet\.dat|keychain|\.kdbx|keystore|seed)/i;

/** A folder beside the script, like `shop_cookies`: no browser keeps its own there. */
const BARE_NAME = /^[\w-]{1,60}$/;

const files = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => STORES.has(value.class) && (value.access === 'read' || value.access === 'list'))
    .map(({ span, value }) => ({
      at: span,
      severity: BARE_NAME.test(value.path)
        ? 'MEDIUM'
        : DATABASE.test(value.path) && value.access === 'read'
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
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'CWE-256'],
  why: 'One such store holds every password and coin its owner has.',
  fix: "Ask for the one credential that is needed, or use the platform's own prompt.",
  looksAt: 'Cookie and login databases, keychains, password managers and wallets, opened by path, program or library.',
  blindTo: 'Reads through a debugging port of a browser.',
  falseAlarms: "A keyring entry of the product's own is quiet.",
  since: '2026.11',
  check: (facts) => [...files(facts), ...programs(facts), ...cookies(facts)],
} satisfies Rule;
