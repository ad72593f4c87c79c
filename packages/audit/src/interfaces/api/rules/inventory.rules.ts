import type { ApiDocument, Operation } from '../document/document.ts';
import { hostOf, isInner } from '../hosts.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { isHabit } from './norm.ts';
import { type Saying, sayingsOf, sentencesOf } from './spoken.ts';
import { isSecured, labelOf, nounsOf, setOf, wordsOf } from './words.ts';

const OLD_WORDS =
  /\b(?:deprecated|obsolete|legacy|superseded|no longer (?:supported|maintained)|sunset|do not use|use [^.]{1,60} instead)\b/i;
const versionIn = (path: string): RegExpExecArray | null => /(?:^|\/)v(\d+)(?:\.\d+)?(?=\/|$)/i.exec(path);

/** Of an earlier time, or on its way out. */
const STALE =
  /\b(?:old|older|former|formerly|earlier|first (?:version|generation)|previous|ancient|aged|legacy|retired|deprecated|obsolete|discontinued|superseded|outdated|out of (?:support|maintenance|service)|end[- ]of[- ]life|eol|decommission\w*|phased out|switched off in|since (?:19|20)\d\d|from (?:19|20)\d\d|(?:19|20)\d\d build|migrat\w+|forgotten|left over|leftover)\b/i;
const RUNS_STILL =
  /\b(?:still|kept|keeps|remains?|continues?|stays?|reachable|up|online|live|answers?|accepts?|works?|running|runs|in use|writes? to|reads?|connected|attached)\b/i;
/** Nobody looks after it, or knows that it is there. */
const ORPHANED =
  /\b(?:nobody|no[ -]?one|none|unsure|unclear|unknown|not (?:known|sure|clear)|no(?: longer any| more)? (?:owner|team|operator|maintainer|register|inventory|list|contact)|without (?:an? )?(?:owner|team|operator|maintainer))\b[^.]{0,60}\b(?:runs?|owns?|keeps?|maintain\w*|operat\w*|responsible|knows?|looks? after|monitor\w*|uses?|which|who|owner|team|register|inventory|contact)\b|\b(?:owner|operator|maintainer|team)\b[^.]{0,30}\b(?:unknown|left|gone|unclear|no longer)\b|\bnot (?:monitored|maintained|patched|updated|inventoried|documented|listed|tracked)\b|\b(?:unpatched|unmaintained|unmonitored|unsupported|undocumented|shadow)\b|\b(?:last|never) (?:patched|updated|reviewed|audited)\b|\bno (?:patches|updates|monitoring)\b/i;
/** What is asked elsewhere is not asked there. */
const LOOSE =
  /\b(?:no|without|not|never|skips?|lacks?|predates?|weaker|fewer|less)\b[^.]{0,40}\b(?:auth\w*|log-?in|sign-?in|tokens?|credentials?|passwords?|checks?|limits?|protection|permission|verification|revocation|mfa|encryption|firewall)\b|\b(?:auth\w*|log-?in|sign-?in|tokens?|credentials?|checks?|limits?|protection|verification|revocation|firewall|throttling)\b[^.]{0,40}\b(?:not|never|off|disabled|optional|skipped|relaxed|absent|missing|removed|lifted|ignored)\b|\bopen to (?:anybody|anyone|everybody|everyone|all)\b|\bdefault (?:password|credentials|login)\b/i;
const REAL_DATA =
  /\b(?:production|productive|prod|live|real|actual|genuine|same)\b[^.]{0,40}\b(?:data(?:base|set)?s?|records?|customers?|ledger|accounts?|copy|dump|snapshot|backup|store|users?|patients?|tables?|system)\b|\b(?:data(?:base)?|records?|copy|dump|snapshot)\b[^.]{0,20}\b(?:from|of) (?:the )?(?:production|live)\b/i;
/** Made for trying out: no part of what customers use. */
const FOR_TESTS =
  /\b(?:test\w*|staging|stage|uat|qa|acceptance|dev|development|sandbox|pre-?prod\w*|preview|beta|trial|demo|load tests?|pilot|rehearsal)\b/i;
const CLOSED =
  /\b(?:refus\w+|reject\w+|removed on|switched off on|will be (?:removed|switched off|shut down)|answers? 410|gone|same (?:rules|checks|security|tokens?)|as (?:in|on) production|synthetic|made-up|made up|invented|fictional|fake|dummy|anonymi[sz]ed|test data|no (?:real|live|production|customer) )\b/i;

/** Reasons why something old or half hidden is a danger, each said in words. */
function isNeglected(text: string, isStage: boolean): boolean {
  const said = sentencesOf(text);
  const held = said.filter((sentence) => !CLOSED.test(sentence)).join(' ');
  const isOld = STALE.test(held);
  const isOpen = said.some((sentence) => LOOSE.test(sentence) && !CLOSED.test(sentence));
  if (ORPHANED.test(held) && (isOld || isOpen || RUNS_STILL.test(held))) return true;
  if (isOld && isOpen && RUNS_STILL.test(held)) return true;
  return (isStage || FOR_TESTS.test(held)) && !said.some((one) => CLOSED.test(one)) && REAL_DATA.test(held);
}

/** Paths that are the same but for their version, oldest first. */
function versionHits({ operations }: ApiDocument): ApiHit[] {
  const versions = new Map<string, Map<number, Operation>>();
  for (const operation of operations) {
    const version = versionIn(operation.path);
    if (version === null || operation.kind !== 'path') continue;
    const rest = `${operation.method} ${operation.path.replace(version[0], '')}`;
    const known = versions.get(rest) ?? new Map<number, Operation>();
    known.set(Number(version[1]), operation);
    versions.set(rest, known);
  }
  return [...versions.values()].flatMap((known): ApiHit[] => {
    const newest = Math.max(...known.keys());
    return [...known]
      .filter(
        ([version, operation]) =>
          version < newest && (!operation.isDeprecated || isWeakerThan(operation, known.get(newest))),
      )
      .map(([version, operation]) => {
        const isWeaker = isWeakerThan(operation, known.get(newest));
        const note = `${labelOf(operation)} is still there beside version ${newest}${isWeaker ? ', and asks for less' : ''}.`;
        return {
          at: operation.at,
          confidence: 'firm',
          severity: isWeaker ? 'HIGH' : 'LOW',
          note,
          class: isWeaker ? `weaker ${version}` : 'version',
        };
      });
  });
}
const isWeakerThan = (operation: Operation, newer: Operation | undefined): boolean =>
  !isSecured(operation) && newer !== undefined && isSecured(newer);

/** Of an earlier version, retired or old by its own words, and nobody is asked there who is asked everywhere else. */
function leftBehind({ operations }: ApiDocument): ApiHit[] {
  const own = operations.filter(({ kind }) => kind === 'path');
  const newest = Math.max(0, ...own.map(({ path }) => Number(versionIn(path)?.[1] ?? 0)));
  const isPast = (operation: Operation): boolean =>
    operation.isDeprecated ||
    Number(versionIn(operation.path)?.[1] ?? newest) < newest ||
    OLD_STEP.test(operation.path) ||
    STALE.test(sentencesOf(operation.prose).slice(0, 2).join(' '));
  const current = own.filter((one) => !isPast(one));
  const isGuarded = current.length > 0 && isHabit(current, isSecured, 1);
  return own
    .filter(isPast)
    .filter((one) => isNeglected(one.prose, false) || (isGuarded && !isSecured(one) && hasSecuredKin(one, current)))
    .map(
      (operation): ApiHit => ({
        at: operation.at,
        confidence: 'firm',
        severity: 'MEDIUM',
        note: `${labelOf(operation)} is of an earlier time, still answers, and asks for less than the rest.`,
        class: 'left behind',
      }),
    );
}
const OLD_STEP = /\/(?:old|legacy|deprecated|archive-api|v0|beta|alpha)(?:\/|$)/i;
/** Something of the same name, or of the same kind of deed, asks for a credential today. */
const hasSecuredKin = (operation: Operation, current: readonly Operation[]): boolean => {
  const nouns = new Set(nounsOf(operation));
  return current.some(
    (one) => isSecured(one) && (one.method === operation.method || nounsOf(one).some((noun) => nouns.has(noun))),
  );
};

export const oldVersions = apiRule({
  id: 'API-13',
  title: 'Old beside new',
  question: 'Are earlier versions or retired operations still offered, unmarked or with less protection?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['OWASP-API9:2023', 'CWE-1059'],
  why: 'What nobody looks after any more is where the holes stay open.',
  fix: 'Mark them as deprecated, say until when they work, and take them out.',
  blindTo:
    'HIGH where the earlier version needs no credential and the later one does; MEDIUM where something retired asks for less than the rest, or the document says that nobody looks after it.',
  check: (document) => [
    ...versionHits(document),
    ...leftBehind(document),
    ...document.operations
      .filter(
        ({ kind, isDeprecated, prose }) => kind === 'path' && !isDeprecated && OLD_WORDS.test(prose.slice(0, 300)),
      )
      .map(
        (operation): ApiHit => ({
          at: operation.at,
          confidence: 'firm',
          note: `${labelOf(operation)} speaks of itself as retired and is not marked.`,
          class: 'unmarked',
        }),
      ),
  ],
});

const INNER_PATH = setOf(
  'debug actuator phpinfo heapdump threaddump console trace env configprops profiler pprof internal',
);
const STAGES =
  /(?:^|[.-])(?:dev|develop|development|staging|stage|stg|test|testing|qa|uat|preprod|sandbox|beta|internal)(?:[.-]|\d|$)/i;

function serverHits({ servers }: ApiDocument): ApiHit[] {
  const hasPublic = servers.some(({ url }) => !isInner(hostOf(url) ?? 'localhost'));
  return servers.flatMap(({ url, at, description }): ApiHit[] => {
    const host = hostOf(url);
    if (host === undefined) return [];
    const isReachable = isInner(host) && hasPublic && host.includes('.') && !/^127\./.test(host);
    if (isReachable)
      return [
        { at, confidence: 'firm', severity: 'MEDIUM', note: `${host} is an inner address.`, class: 'inner server' },
      ];
    return STAGES.test(host) && description === '' && hasPublic
      ? [{ at, confidence: 'firm', note: `${host} is a system for tests, and nothing says so.`, class: 'stage' }]
      : [];
  });
}

/** A server, or a part of the service, of which the document itself says that nobody looks after it. */
const neglectedHits = (document: ApiDocument): ApiHit[] =>
  sayingsOf(document)
    .filter(({ text }: Saying) => isNeglected(text, false))
    .map(
      ({ at }): ApiHit => ({
        at,
        confidence: 'firm',
        severity: 'MEDIUM',
        note: 'A part of the service is said to be old, unwatched or less guarded, and still answers.',
        class: 'neglected',
      }),
    );

export const inventory = apiRule({
  id: 'API-22',
  title: 'Parts that are not for the public',
  question: 'Are debugging operations, inner servers, forgotten or test systems published together with the service?',
  severity: 'LOW',
  references: ['OWASP-API9:2023', 'CWE-489'],
  why: 'They are seldom protected as well as the service itself.',
  fix: 'Take them out of the public document, and switch off what nobody looks after.',
  blindTo:
    'MEDIUM for debugging operations without a credential, for inner addresses beside public ones, and for what is said to be old, unwatched or on real data without the usual checks. Sandboxes that are described as such are quiet.',
  check: (document) => [
    ...document.operations
      .filter(
        ({ kind, path, id }) =>
          kind === 'path' && [...nounsOf({ path }), ...wordsOf(id).slice(0, 1)].some((word) => INNER_PATH.has(word)),
      )
      .map(
        (operation): ApiHit => ({
          at: operation.at,
          confidence: 'firm',
          severity: isSecured(operation) ? 'LOW' : 'MEDIUM',
          note: `${labelOf(operation)} is for those who run the service.`,
          class: isSecured(operation) ? 'operation' : 'open operation',
        }),
      ),
    ...serverHits(document),
    ...neglectedHits(document),
  ],
});
