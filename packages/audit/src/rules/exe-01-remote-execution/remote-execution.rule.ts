import { rangeOf } from '../../decode/view.ts';
import type { ExecutionValue, FactOf, Facts, RawFinding, Rule, Severity, UrlValue } from '../../model.ts';
import { isPublishersOwn } from '../own-origin.ts';
import { isOutOfSight } from '../startup.facts.ts';
import { isManual, isVendorsInstaller } from './vendor-installer.ts';

/** Places nobody answers for, and connections anybody can rewrite. */
const SHADY = new Set([
  'raw-ip',
  'paste',
  'shortener',
  'file-drop',
  'tunnel',
  'collector',
  'dynamic-dns',
  'chat-webhook',
]);
const RECOGNISED = new Set(['package-index', 'vendor-installer', 'docs']);

/** A public repository by name, or a file of one: its owner is known and its history can be read. A gist has neither. */
const isNamedRepository = ({ scheme, host, url, owner }: UrlValue): boolean =>
  scheme !== 'http' &&
  (owner !== null || REPOSITORY.test(url) || host.endsWith('sourceforge.net')) &&
  !host.startsWith('gist.');
const REPOSITORY = /^(?:https|ssh|git):\/\/(?:www\.)?[\w.-]+\/[\w.-]+\/[\w.-]+?(?:\.git)?\/?$/;

function severityOf({ from, via, isPinned }: ExecutionValue): Severity {
  if (from === null) return 'HIGH';
  if (from.origin === 'loopback') return 'LOW';
  if (SHADY.has(from.origin)) return 'CRITICAL';
  if (isPinned || RECOGNISED.has(from.origin)) return 'MEDIUM';
  if (from.origin === 'code-host' && (via === 'installer' || isNamedRepository(from))) return 'MEDIUM';
  return from.scheme === 'http' || from.scheme === 'ftp' ? 'CRITICAL' : 'HIGH';
}

/** Far apart in a manual besides the entry: what one chapter fetches is not what another one starts. */
function isOfTwoChapters({ value: { steps }, file }: FactOf<'execution'>, facts: Facts): boolean {
  const [first, last] = [steps[0], steps.at(-1)];
  if (file === facts.about.entry || !isManual(file) || first === undefined || last === undefined) return false;
  const [from, to] = [rangeOf(first).startLine, rangeOf(last).startLine];
  return first.view.file === last.view.file && Math.abs(to - from) > CHAPTER_LINES;
}
const CHAPTER_LINES = 40;

function toFinding(fact: FactOf<'execution'>, facts: Facts): RawFinding {
  const { span, value, unit } = fact;
  // The same account on a code host: a name that the bundle came by, not one that it gives itself.
  const { from } = value;
  const isOwn = from !== null && from.owner !== null && isPublishersOwn(from, facts.about);
  const base = severityOf(value);
  // In a fence that claims to be another language, in the words of a program for something else, or started anew by the
  // system whenever it likes: nobody installs a program that way.
  const isDisguised = base === 'HIGH' && (unit.origin === 'stray' || isOutOfSight(unit));
  const isOrdinary = (isOwn && base === 'HIGH') || isVendorsInstaller(fact, facts) || isOfTwoChapters(fact, facts);
  const severity = isDisguised ? 'CRITICAL' : isOrdinary ? 'MEDIUM' : base;
  const isNamed = value.from !== null && value.from.host !== '';
  return {
    at: span,
    severity,
    confidence: isNamed ? 'firm' : 'tentative',
    note: isNamed
      ? `Content of ${value.from?.host} (${value.from?.reason}) is run.`
      : 'Content of an address made at run time is run.',
    related: value.steps.map((at, index) => ({ at, role: index === 0 ? 'fetch' : 'run' })),
    isUnreviewedExecution: (severity === 'HIGH' || severity === 'CRITICAL') && !value.isPinned,
  };
}

export const remoteExecution = {
  id: 'EXE-01',
  title: 'Runs content fetched from the network',
  question: 'Is remote content executed in any form?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-494', 'CWE-829', 'OWASP-AST02'],
  why: 'Whoever controls that address decides what runs on the machine, at any later time; a review of this version covers none of it.',
  fix: 'Ship the code in the bundle, or install a pinned version from a package index and check its digest before running it.',
  looksAt:
    'Every spelling of "fetch, then run" reduces to one fact: pipes, substitutions, process substitution, files saved and started lines later, `python -c`, `iwr | iex`, clones that are built. Severity follows the place the content comes from.',
  blindTo:
    'A download whose file name and start are joined only by a person reading two documents; an address assembled from the answer of another server.',
  falseAlarms:
    'Installers of makers the origin table does not know yet. Told openly by a document, from a domain named like the product, they warn; out of a program a name or a homepage that the publisher gives himself vouches for nothing. Add the origin with its reason, never an exception for one skill.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'download' || value.of === 'network-input')
      .map((fact) => toFinding(fact, facts)),
} satisfies Rule;
