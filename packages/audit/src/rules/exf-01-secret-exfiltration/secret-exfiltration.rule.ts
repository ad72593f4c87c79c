import { rangeOf, wordsOf } from '@assay/analysis/bundle/decode/view';
import { issuerAt, issuerOf } from '@assay/analysis/models/names/issuer';
import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';
import { type Flow, isGuardedFile, isLogin, isOwnKeyUse, leaving, stages } from '../flow.facts.ts';
import { isNamedService, isOwnRepository, isPlainService, isUsersOwn } from './destination.ts';
import { fileSeverity, isTakenApart } from './file.severity.ts';
import { keySeverity } from './key.severity.ts';
import { lostSecrets } from './lost-secret.ts';
import { isTalk, talkSeverity } from './talk.severity.ts';

/** By what is taken: the agent's notes, a file of keys, a key by its name, or a store that nobody sends a part of. */
function severityOf(flow: Flow, facts: Facts): Severity {
  const { source } = flow.value;
  if (isTalk(flow)) return talkSeverity(flow, facts);
  if (isOtherChapter(flow)) return 'HIGH';
  // Where the user's work goes anyway: whoever backs settings up there means to.
  if (isOwnRepository(flow.value) && !isGuardedFile(source.label)) return 'MEDIUM';
  if (source.class === 'secret-file') return fileSeverity(flow, facts);
  if (source.class === 'keychain' && KEYCHAIN_QUESTIONS.some((isQuestion) => isQuestion(flow, facts))) return 'HIGH';
  return source.class === 'named-secret' ? keySeverity(flow, facts) : 'CRITICAL';
}

/**
 * A key is exported at the beginning of a manual, and at its end the folder is given to the index of packages that the user publishes to: chapters
 * have nothing to do with each other, and nobody is named who would get it.
 */
function isOtherChapter({ value, file, span }: Flow): boolean {
  const [source] = value.path;
  if (source === undefined || value.source.class !== 'keychain' || value.sink.destination !== null) return false;
  if (!/\.mdx?$/i.test(file)) return false;
  return source.view.file === file && Math.abs(rangeOf(source).startLine - rangeOf(span).startLine) > CHAPTER_LINES;
}
const CHAPTER_LINES = 40;

/** What makes one item of a keychain in a request a question for a reader, and no proof. */
const KEYCHAIN_QUESTIONS: readonly ((flow: Flow, facts: Facts) => boolean)[] = [
  (flow) => isItemOf(flow),
  (flow, facts) => isOwnItem(flow, facts),
  (flow) => isRenewal(flow),
  (flow) => isSignIn(flow),
];

/** `keyring.get_password('schooldesk', 'me')` at desk.school.example/login: one item where people sign in, by a word of the place. */
const isSignIn = ({ value }: Flow): boolean => {
  const item = value.source.label.toLowerCase();
  const words = registrableDomain(value.sink.destination?.host ?? '')
    .split(/[.-]/)
    .filter((word) => word.length >= HOST_WORD_CHARS_MIN);
  return (
    isPlainService(value) &&
    isLogin(value.sink.destination) &&
    words.some((word) => item.includes(word)) &&
    (item.match(/[\w.-]{3,}/g) ?? []).every((word) => issuerOf(word) === undefined && issuerAt(word) === undefined)
  );
};
const HOST_WORD_CHARS_MIN = 5;

/** `grant_type: refresh_token` at an address out of the settings: how whoever gave a login gives it anew. */
const isRenewal = ({ value, span }: Flow): boolean =>
  isUsersOwn(value) && /\bgrant_type\W{1,8}refresh_token\b/.test(wordsOf(span));

/** What the skill put into the keychain itself, under its own name. */
const isOwnItem = ({ value }: Flow, { about }: Facts): boolean => {
  const name = about.name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const item = value.source.label.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const plain = { ...value, isEncoded: false };
  return name.length >= OWN_ITEM_CHARS_MIN && item.startsWith(name) && (isNamedService(plain) || isUsersOwn(plain));
};
const OWN_ITEM_CHARS_MIN = 6;

/** `op item get "Agent Oura"` at api.ouraring.example: one item, by the name of the service that gets it. */
const isItemOf = ({ value }: Flow): boolean => {
  const [service = ''] = registrableDomain(value.sink.destination?.host ?? '').split('.');
  const words = value.source.label.toLowerCase().match(/[a-z0-9]{4,}/g) ?? [];
  return isPlainService({ ...value, isEncoded: false }) && words.some((word) => service.startsWith(word));
};

/** Files that hold the logins of many services, shown as one login to a service nobody knows. */
const STORES = /(?:^|\/)\.(?:env(?:\.[\w-]+)?|netrc|npmrc|pypirc|git-credentials)$/;

const isWholeStore = ({ value }: Flow, facts: Facts): boolean =>
  value.source.class === 'secret-file' &&
  STORES.test(value.source.label) &&
  (value.sink.destination?.host ?? '').includes('.') &&
  issuerAt(value.sink.destination?.host ?? '') === undefined &&
  !isTakenApart(value, facts);

/** Sessions go along with requests of those who are signed in; as a body, to a place that nothing speaks of, they are given away. */
const isSessionAtWork = ({ value: { source, sink, position } }: Flow, { about }: Facts): boolean =>
  source.class === 'browser' &&
  source.label.startsWith('the session of') &&
  (position !== 'body' || !sink.destination?.host.includes('.') || about.declaredHosts.has(sink.destination.host));

/** The token that the service of a machine gave, shown to the same service. */
const isGivenBack = ({ value: { source, sink } }: Flow): boolean =>
  source.class === 'metadata-service' && source.label.includes(`//${sink.destination?.host || '\n'}/`);

const toFinding = (flow: Flow, facts: Facts): RawFinding => ({
  at: flow.span,
  severity: severityOf(flow, facts),
  confidence: 'firm',
  note: `${flow.value.source.label} goes to ${flow.value.sink.destination?.host || 'an address made at run time'}.`,
  related: stages(flow),
  ...(flow.value.isEncoded && !isOwnRepository(flow.value) && severityOf(flow, facts) !== 'HIGH'
    ? { modifiers: ['+encoded'] as const }
    : {}),
});

export const secretExfiltration = {
  id: 'EXF-01',
  title: 'Sends a secret to the network',
  question: 'Does a secret source reach a network sink?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-522', 'OWASP-LLM02'],
  why: 'A key that has left the machine is lost; everything it opens is open.',
  fix: 'Send a credential only to the service it belongs to, in its authentication header, and declare that host.',
  looksAt:
    'Follows keys, credential files, stores and named secrets through variables, functions, files, encoders and scripts to anything that sends.',
  blindTo: 'Data that leaves through a channel nobody modelled, or a helper in a package.',
  falseAlarms:
    "APIs that want their key in the body or query: low when the host shares the variable's brand or is declared.",
  since: '2026.11',
  check: (facts) => [
    ...leaving(
      facts,
      'secret-file',
      'named-secret',
      'keychain',
      'wallet',
      'browser',
      'metadata-service',
      'conversation',
      'memory',
    )
      .filter((flow) => !isSessionAtWork(flow, facts) && !isGivenBack(flow))
      .filter((flow) => !isOwnKeyUse(flow, facts.about) || isWholeStore(flow, facts))
      .map((flow) => toFinding(flow, facts)),
    ...lostSecrets(facts),
  ],
} satisfies Rule;
