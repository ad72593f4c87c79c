import type { Facts, RawFinding } from '@assay/analysis/types';
import { calls, commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

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

const PROGRAMS =
  /^security\s+(?:dump-keychain|find-(?:generic|internet)-password\s+.{0,80}-w|export)|^(?:secret-tool|kwallet-query)\s+(?:search|--list)|^sqlite3\s+.{0,200}(?:login data|cookies|key4)|^netsh\s+wlan\s.{0,200}key=clear|^(?:gcore|procdump(?:64)?|rundll32\s.{0,80}comsvcs)\b/i;

const cookies = (facts: Facts): RawFinding[] =>
  calls(
    facts,
    /^(?:browser_cookie3\.\w+|browsercookie\.\w+|win32crypt\.CryptUnprotectData|keytar\.findCredentials)$/,
  ).map(({ span }) => ({ at: span, confidence: 'firm' }));

export const secretStores = skillRule({
  id: 'CRD-02',
  title: 'Opens a browser, keychain, password or wallet store',
  question: 'Are browser, keychain, password or wallet stores opened?',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-522', 'CWE-256'],
  why: 'One such store contains all passwords or coins of its owner.',
  fix: 'Ask for the one credential that is needed, or use the prompt of the platform.',
  looksAt:
    'The rule finds cookie and login databases, keychains, password managers and wallets that are opened by path, program or library, unencrypted keys of wireless networks, and reads of the memory of programs that hold keys.',
  blindTo: 'Reads through the debugging port of a browser are not detected.',
  falseAlarms: "The product's own keyring entry is not reported, nor is `find` that only lists files.",
  check: (facts) => [...files(facts), ...commandHints(facts, PROGRAMS), ...cookies(facts)],
});
