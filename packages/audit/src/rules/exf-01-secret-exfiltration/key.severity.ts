import { wordsOf } from '@assay/analysis/bundle/decode/view';
import { isStray, issuerAt, issuerOf } from '@assay/analysis/models/names/issuer';
import { brandWords } from '@assay/analysis/models/names/secret-name';
import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { BundleAbout, FactOf, Facts, Language, Severity, Unit } from '@assay/analysis/types';
import { type Flow, isAllThatIsSent, isInKeyFields, isMailed, isSecretsOwnHost } from '../flow.facts.ts';
import { isNamedService, isPlainService } from './destination.ts';

/** A credential at home with a service it is not shown to as one: careless, but that service gets it anyway. */
export function keySeverity(flow: Flow, facts: Facts): Severity {
  const { value } = flow;
  const { source, sink, position } = value;
  if (
    isManuals(flow) ||
    isCallAddress(value) ||
    isMailboxAddress(value) ||
    isGivenKey(flow) ||
    isNumberedServer(value) ||
    isDisclosed(flow, facts)
  )
    return 'HIGH';
  if (isMailed(flow) || (value.isEncoded && sink.class === 'dns')) return 'CRITICAL';
  if (sink.destination !== null && isStray(source.label, sink.destination.host))
    return STRAY_QUESTIONS.some((isQuestion) => isQuestion(flow, facts)) ? 'HIGH' : 'CRITICAL';
  const isInAddress = position === 'query' || position === 'path';
  const isOwnHost = isSecretsOwnHost(source.label, sink.destination, facts.about, isInAddress);
  if (isOwnHost && position !== 'unknown') return 'LOW';
  // A key of a service nobody knows, at a service nobody knows: they may belong together.
  if (isOfUnknownService(value) && !isAllThatIsSent(flow)) return 'HIGH';
  if (isSkillsOwn(flow, facts) || isOfNobody(flow, facts)) return 'HIGH';
  // In a shell the whole body is known to be the secret; in a program it may be one field of an object that holds more.
  const isPrecise = isTyped(flow) && !isInKeyFields(flow);
  return !isPrecise && (isPlainService(value) || isSignedAddress(value)) ? 'HIGH' : 'CRITICAL';
}

/** What makes the key of one service at another a question for a reader. */
const STRAY_QUESTIONS: readonly ((flow: Flow, facts: Facts) => boolean)[] = [
  ({ value }) => isResold(value),
  isLent,
  ({ value }) => isShownToAnother(value),
  ({ value }) => isChosenName(value),
  ({ value }) => isNamedInAddress(value),
];

/** `TIDYNOTES_TOKEN` of the skill `tidynotes`, at a service with a name, or as a login wherever: who wrote the skill gave out the key. */
function isSkillsOwn(flow: Flow, facts: Facts): boolean {
  const { value } = flow;
  const words = brandWords(value.source.label);
  const name = facts.about.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const isNamed = words.join('').length >= OWN_NAME_CHARS_MIN && words.every((word) => name.includes(word));
  const isLogin = value.position === 'auth' || value.position === 'header' || isTokenField(flow);
  const isService = isPlainService({ ...value, isEncoded: false });
  const isTaken = isLogin
    ? !value.isEncoded || isService
    : isService && (value.position === 'query' || isShownBeside(flow, facts));
  return isNamed && isTaken && issuerOf(value.source.label) === undefined;
}
const OWN_NAME_CHARS_MIN = 6;

/** `{ type: 'auth', token: process.env.TIDYNOTES_TOKEN }` */
const isTokenField = ({ value, span }: Flow): boolean =>
  new RegExp(`\\b(?:token|api_?key)["']?\\s*:\\s*process\\.env\\.${value.source.label}\\b`, 'i').test(wordsOf(span));

/**
 * `$WEBHOOK_TOKEN` in the address of a service that everybody knows, `$SESSION_ID` in a request that is signed in: the name tells nothing, and
 * the place is one for what that service gave.
 */
const isOfNobody = (flow: Flow, facts: Facts): boolean =>
  brandWords(flow.value.source.label).length === 0 &&
  flow.value.position !== 'body' &&
  flow.value.position !== 'unknown' &&
  isPlainService(flow.value) &&
  (issuerAt(flow.value.sink.destination?.host ?? '') !== undefined || isSignedIn(flow, facts));

/** `…/webhooks/$WEBHOOK_ID/$WEBHOOK_TOKEN`: the address of a mailbox is made of it, and nothing is delivered to an address that is none. */
const isMailboxAddress = ({ sink, position }: Flow['value']): boolean =>
  position === 'path' &&
  /^https:\/\/(?:(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks|hooks\.slack\.com\/(?:services|workflows|triggers))\//.test(
    sink.destination?.url ?? '',
  );

/** A key that is nobody's whom anybody knows, in the place for keys, at a machine without a name: how a service is asked that has no name yet. */
const isNumberedServer = ({ source, sink, position, isEncoded }: Flow['value']): boolean =>
  sink.destination?.origin === 'raw-ip' &&
  sink.destination.scheme === 'https' &&
  (position === 'auth' || position === 'header') &&
  !isEncoded &&
  issuerOf(source.label) === undefined &&
  !isStray(source.label, sink.destination.host) &&
  (brandWords(source.label).length > 0 || OWN_PREFIX.test(source.label));
/** `RC_ADMIN_KEY`: whose it is stands before what it is. */
const OWN_PREFIX = /^[A-Z][A-Z0-9]+_[A-Z0-9]+_[A-Z]/;

/**
 * The first page names the key and the service that it goes to: whoever sets that variable has been told what for. Whether that is wise is for a
 * reader. The line on that page that sends it tells nobody anything, nor is a bare address or a page to paste to a service.
 */
const isDisclosed = ({ value, file }: Flow, { about }: Facts): boolean =>
  file !== about.entry &&
  isPlainService({ ...value, isEncoded: false }) &&
  about.told.variables.has(value.source.label) &&
  isToldService(value.source.label, registrableDomain(value.sink.destination?.host ?? ''), about);

/** By its domain on the page; or by the name that the domain begins with, as a name in the sentence that describes the skill. */
const isToldService = (label: string, domain: string, { told, description }: BundleAbout): boolean =>
  told.domains.has(domain) || (!KEPT_SECRET.test(label) && isDescribed(domain.split('.')[0] ?? '', description));
const isDescribed = (name: string, description: string): boolean =>
  name.length >= TOLD_NAME_CHARS_MIN &&
  issuerOf(name) === undefined &&
  [...description.matchAll(NAME_IN_SENTENCE)].some(([word]) => word.toLowerCase() === name);
/** A word with a capital that does not begin the sentence. */
const NAME_IN_SENTENCE = /(?<=[^\s.!?。！？"'] ?)(?<![A-Za-z0-9-])[A-Z][A-Za-z0-9-]+/g;
/** What no service asks for. */
const KEPT_SECRET = /SECRET|PRIVATE|MNEMONIC|SEED|PASSW/i;
const TOLD_NAME_CHARS_MIN = 6;

/**
 * `TIDYNOTES_TOKEN`: a name that somebody gave a key, and no name that says whose it is. Whether it belongs where it goes is a question for a
 * reader, unless it goes where nothing belongs.
 */
const isOfUnknownService = (value: Flow['value']): boolean =>
  issuerOf(value.source.label) === undefined && brandWords(value.source.label).length > 0 && isNamedService(value);

/** `setWebhook?url=$WEBHOOK_URL`: a service that everybody knows is told where to call. */
const isCallAddress = ({ source, sink, position }: Flow['value']): boolean =>
  /(?:^|_)WEBHOOK_URL$/i.test(source.label) &&
  position === 'query' &&
  issuerAt(sink.destination?.host ?? '') !== undefined;

/**
 * The domain that manuals are written with, in a manual: it belongs to nobody who could take anything. Nor is a key told of by a line there that
 * names none: which key a client finds for another provider is what its user has set for that. A program in a manual is shown in parts, and a name
 * may mean another thing in each.
 */
const isManuals = ({ file, value, unit }: Flow): boolean =>
  /(?<!(?:^|\/)SKILL)\.mdx?$/i.test(file) &&
  (/(?:^|\.)example\.(?:com|org|net)$/.test(value.sink.destination?.host ?? '') ||
    ((value.sink.label === 'client of a service' || PROGRAMS.has(unit.lang)) && isPlainService(value)));

/** Beside the address the key for it is set, and not out of the user's own: a gateway with a key of its own sees what is asked, and no key. */
const isGivenKey = ({ value }: Flow): boolean => value.sink.hasOwnKey === true && isNamedService(value);

/** Shown as a credential to a service that carries the name: others sell access to what everybody knows, under its name. */
const isResold = (value: Flow['value']): boolean =>
  (value.position === 'auth' || value.position === 'header') &&
  isPlainService(value) &&
  brandWords(value.source.label).some(
    (word) => word.length >= 5 && registrableDomain(value.sink.destination?.host ?? '').startsWith(word),
  );

/** `ATLAS_PRIVATE_KEY` as the login at `/api/atlas/`: the address says what it is a key of. */
const isNamedInAddress = (value: Flow['value']): boolean =>
  value.position === 'auth' &&
  isPlainService(value) &&
  brandWords(value.source.label).some(
    (word) => word.length >= 5 && value.sink.destination?.url.toLowerCase().includes(`/${word}/`) === true,
  );

/** Under a name that no program of that service reads: the key that the user keeps there is whichever the user was told to put there. */
const isChosenName = (value: Flow['value']): boolean =>
  value.position === 'auth' && isPlainService(value) && issuerOf(value.source.label)?.readsNoVariable === true;

/** As the login of another service that everybody knows: one of several names for a key, or a mistake, and nobody gains by it. */
const isShownToAnother = (value: Flow['value']): boolean =>
  value.position === 'auth' && isPlainService(value) && issuerAt(value.sink.destination?.host ?? '') !== undefined;

/**
 * The key of a service that everybody knows, in a request that is signed in with a key of the place it goes to: the user has an account there, and lends it
 * the other. Whether it should have that is for the user to say; what opens money and machines is lent to nobody.
 */
function isLent(flow: Flow, facts: Facts): boolean {
  const { value } = flow;
  const isKnown = isPlainService(value) && issuerOf(value.source.label) !== undefined;
  if (!isKnown || /PRIVATE|MNEMONIC|SEED|PASSW|SECRET|COOKIE/i.test(value.source.label)) return false;
  return isSignedIn(flow, facts);
}

/** The keys that the same request has in the place for one. */
const shownWith = ({ span, file }: Flow, facts: Facts): FactOf<'flow'>['value']['source'][] =>
  facts
    .in(file, 'flow')
    .filter(({ span: at }) => at.view === span.view && at.start === span.start)
    .filter(({ value: { position } }) => position === 'auth' || position === 'header')
    .map(({ value }) => value.source);

/** This very key is shown as a login, too. */
const isShownBeside = (flow: Flow, facts: Facts): boolean =>
  shownWith(flow, facts).some(({ label }) => label === flow.value.source.label);

/** Another key is, by the name of the place that the request goes to. */
export function isSignedIn(flow: Flow, facts: Facts): boolean {
  const { source, sink } = flow.value;
  const host = sink.destination?.host ?? '';
  return shownWith(flow, facts).some(
    ({ class: kind, label }) =>
      kind === 'named-secret' && label !== source.label && !isStray(label, host) && sharesName(label, host),
  );
}
const sharesName = (label: string, host: string): boolean =>
  brandWords(label).some((word) => word.length >= 4 && host.replace(/[^a-z0-9]/g, '').includes(word));

/** `?authorization=` with the key and a signature in one code: how services that sign their addresses want it. */
const isSignedAddress = (value: Flow['value']): boolean =>
  value.position === 'query' &&
  issuerOf(value.source.label) === undefined &&
  isPlainService({ ...value, isEncoded: false });

/** In a command that a program puts together nobody can tell the body from the rest. */
const isTyped = ({ unit }: Flow): boolean => unit.lang === 'shell' && !PROGRAMS.has(outermost(unit).lang);
const PROGRAMS: ReadonlySet<Language> = new Set<Language>(['python', 'javascript', 'typescript']);
const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));
