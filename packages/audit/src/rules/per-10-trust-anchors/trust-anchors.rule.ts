import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const ANCHORS =
  /^(?:security\s+add-trusted-cert|update-ca-certificates|update-ca-trust|trust\s+anchor|certutil\s.{0,40}-addstore|import-certificate|networksetup\s+-set(?:secure)?webproxy\s|netsh\s+winhttp\s+set\s+proxy|gsettings\s+set\s+org\.gnome\.system\.proxy|(?:code|cursor|codium)\s+--install-extension\s+\S+\.vsix|(?:google-)?chrome\s.{0,80}--load-extension)/i;
const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => ANCHORS.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const STORE = /ca-certificates|ca-trust|\/etc\/ssl\/certs|\/etc\/pki\//;

const FETCHES = /\b(?:curl|wget|iwr)\b/;

/** By the command itself, or by one before it into the file that is copied. */
function isFetched(span: Span, facts: Facts): boolean {
  const text = wordsOf(span);
  if (FETCHES.test(text)) return true;
  const words = new Set(text.split(/\s+/).filter((word) => /[/.]/.test(word)));
  return facts
    .of('command')
    .some(({ value }) => FETCHES.test(value.program) && value.args.some((arg) => words.has(arg)));
}

/** A certificate that came over the net is trusted for everything. */
const fetchedAnchors = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value, span }) => value.access === 'write' && STORE.test(value.path) && isFetched(span, facts))
    .filter(({ file }) =>
      facts
        .in(file, 'command')
        .some(({ value }) => /^(?:update-ca-certificates|update-ca-trust|trust)$/.test(value.program)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const PROXY =
  /(?:^(?:export\s+|env\s+)?(?:HTTPS?|ALL)_PROXY=|^git\s.{0,200}\bhttp(?:\.\S{1,200})?\.proxy[= ])["']?\w+:\/\/(?:[^\s/@]{1,200}@)?(?!localhost|127\.|10\.|192\.168\.|172\.|\$|[\w-]+[:/"'\s]|proxy\.|[\w.-]*\.(?:corp|local|internal|test|invalid)(?::|\/|$))[\w.-]+\./i;
const UNCHECKED =
  /NODE_TLS_REJECT_UNAUTHORIZED=["']?0|PYTHONHTTPSVERIFY=["']?0|GIT_SSL_NO_VERIFY=|sslVerify[=\s]+false|strict-ssl[= ]false/;

/** All traffic goes through somebody, and nobody checks who answers. */
const proxies = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value, file }) =>
        PROXY.test(value.text) && facts.in(file, 'command').some((other) => UNCHECKED.test(other.value.text)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** The same where it is set by files of settings, by variables, or by a program for those it starts. */
const relays = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => value.harm === 'relay')
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** A name everybody knows is made to mean another machine. */
const misledNames = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        value.class === 'hosts-file' &&
        value.access !== 'read' &&
        /^[ \t]*(?!127\.|0\.0\.0\.0|::1|10\.|192\.168\.)\d{1,3}(?:\.\d{1,3}){3}\s+[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app)\b/m.test(
          value.content ?? '',
        ),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const trustAnchors = {
  id: 'PER-10',
  title: 'Installs a certificate authority, proxy or extension',
  question: 'Is a CA, proxy, browser or editor extension installed?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-295', 'CWE-912'],
  why: 'Whoever holds the anchor can read and rewrite every encrypted connection.',
  fix: 'Use a development certificate for one name, removed afterwards.',
  looksAt:
    'Trust stores, system proxies, resolvers, side-loaded extensions, and a foreign machine that settings lead all traffic through unchecked.',
  blindTo: 'Profiles installed by hand.',
  falseAlarms: 'Local development tools: medium.',
  since: '2026.11',
  check: (facts) => [
    ...toFindings(facts),
    ...fetchedAnchors(facts),
    ...proxies(facts),
    ...relays(facts),
    ...misledNames(facts),
  ],
} satisfies Rule;
