import { lineAround, wordsOf } from '@assay/analysis/bundle/decode/view';
import { isStray, issuerAt, issuerOf } from '@assay/analysis/models/names/issuer';
import { brandWords } from '@assay/analysis/models/names/secret-name';
import { isShadyOrigin, registrableDomain, UNKNOWN_PART } from '@assay/analysis/models/origins/origin';
import { classifyPath } from '@assay/analysis/models/paths/path-class';
import type { BundleAbout, FactOf, Facts, PathClass, SinkPosition, SourceClass, UrlValue } from '@assay/analysis/types';

export type Flow = FactOf<'flow'>;

const OUTWARD = new Set(['network', 'dns', 'message']);

/** Flows that leave the machine, by what leaves. */
export const leaving = (facts: Facts, ...classes: readonly SourceClass[]): Flow[] =>
  facts
    .of('flow')
    .filter(
      ({ value }) =>
        OUTWARD.has(value.sink.class) &&
        classes.includes(value.source.class) &&
        value.sink.destination?.origin !== 'loopback',
    );

const compact = (host: string): string => host.replace(/[^a-z0-9]/g, '');

/** The host carries one of these words: `api.shop.example` for `SHOP_TOKEN`. */
const sharesWord = (host: string, words: Iterable<string>, isWholeHost: boolean): boolean => {
  const name = compact((isWholeHost ? host : registrableDomain(host)).replace(/\.[a-z]{2,24}$/, ''));
  return [...words].some(
    (word) => word.length >= 3 && (name.includes(word) || (name.length >= 4 && word.includes(name))),
  );
};

export const isDeclared = (url: UrlValue, about: BundleAbout): boolean => about.declaredHosts.has(url.host);

/** The destination is the service the secret is for, as far as names can tell. */
export function isSecretsOwnHost(
  label: string,
  url: UrlValue | null,
  about: BundleAbout,
  isWholeHost = false,
): boolean {
  if (url === null || url.host === '') return true; // an address made at run time: the user's configuration
  if (isDeclared(url, about) || !url.host.includes('.')) return true; // a bare name is a machine of the user's own
  const words = brandWords(label);
  return sharesWord(url.host, words.length > 0 ? words : about.brandTokens, isWholeHost);
}

/** Files that hold the keys to everything; what a program keeps for its own service is not among them. */
const GUARDED: ReadonlySet<PathClass> = new Set<PathClass>([
  'ssh-key',
  'cloud-credential',
  'wallet',
  'browser-store',
  'keychain',
  'password-store',
  'system-secret',
]);
/** A certificate of one's own outside the folder of keys is a setting of the program that signs with it. */
const CERTIFICATE = /^(?!.*\.ssh).*\.(?:pem|p12|pfx)$/i;

export const isGuardedFile = (path: string): boolean => GUARDED.has(classifyPath(path)) && !CERTIFICATE.test(path);

const SIGNED: ReadonlySet<SinkPosition> = new Set(['auth', 'header', 'query']);
/** Where a service takes a secret in a form to give a session for it. */
const LOGIN = /[/=](?:oauth2?|token|login|signin|sign-in|auth|session)s?(?:[/?#.&]|$)/i;

/** One credential shown to the service it is for: how every API is used. */
export function isOwnKeyUse(flow: Flow, about: BundleAbout): boolean {
  const { source, sink, position } = flow.value;
  const { destination } = sink;
  const isAddressItself = position === 'path' && (destination === null || destination.host === '');
  if (source.class === 'secret-file')
    return (isAddressItself && !isGuardedFile(source.label)) || isOwnFileUse(flow, about);
  if (source.class !== 'named-secret' && source.class !== 'keychain') return false;
  if (isAddressItself) return true;
  if (isMailed(flow)) return false;
  if (destination !== null && isStray(nameOf(source), destination.host)) return false;
  if (source.class === 'named-secret' && isOwnBrand(source.label, about) && isPlaceOfBrand(flow, about)) return true;
  if (position === 'path' && destination?.host === BOT_HOST) return true;
  if (destination !== null && isShadyOrigin(destination.origin))
    return isAtIssuer(source.label, destination) || isOwnMachine(flow);
  if (position === 'auth') return true;
  // What another program keeps in the keychain is not shown to a service in passing.
  if (SIGNED.has(position) && !flow.value.isEncoded && (source.class !== 'keychain' || isKnownHost(destination)))
    return true;
  // Nor is it handed in where somebody else takes logins; the door of whom everybody knows is nobody else's.
  const isTaken = source.class !== 'keychain' || DOORS.test(destination?.url ?? '');
  return (isTaken && isLogin(destination)) || isAtIssuer(source.label, destination);
}

/** Where the large ones renew logins: no customer has a place of his own there. */
const DOORS =
  /^https:\/\/(?:oauth2\.googleapis\.com|accounts\.google\.com|login\.microsoftonline\.com|login\.live\.com|appleid\.apple\.com|api\.login\.yahoo\.com)\//;

/** Of the command that opens a keychain the words for the item: in which store it lies names no service. */
const nameOf = ({ class: kind, label }: Flow['value']['source']): string =>
  kind === 'keychain' ? label.replace(/\s--(?:vault|format|account|session)[ =]\S+/g, ' ') : label;

/** Where a service that everybody has a key of delivers what is written to whoever reads there. */
const MAILBOXES =
  /^https?:\/\/(?:api\.github\.com\/(?:gists|repos\/[^/]+\/[^/]+\/(?:issues|pulls|comments|commits|contents|discussions|releases|git))\b|[\w.-]*gitlab\.com\/api\/v\d\/(?:snippets|projects\/[^/]+\/(?:issues|snippets|merge_requests|repository))\b|discord(?:app)?\.com\/api\/(?:v\d+\/)?(?:channels|webhooks)\b|slack\.com\/api\/(?:chat|files)\.|api\.notion\.com\/v1\/(?:pages|blocks|comments)\b|api\.(?:x|twitter)\.com\/[\d.]+\/(?:tweets|statuses|dm_))/i;

/** The place for the key in a form of that service. */
const KEY_FIELD = /(?:^|[\s"'{,&?])(?:token|api_?key|access_token|client_secret)["'\\]*\s*[:=]\s*["'\\]*$/i;

/** Every place in the command where the key stands, in a shell: what comes before it there. */
export function isInKeyFields({ value: { source }, span }: Flow): boolean {
  const pieces = wordsOf(span).split(new RegExp(`\\$\\{?${source.label}\\b\\}?`));
  const before = pieces.slice(0, -1);
  return before.length > 0 && before.every((piece) => KEY_FIELD.test(piece) || AUTH_FIELD.test(piece));
}

/** In a shell: the key is a word of its own, or comes by a pipe. No service takes that for a login. */
export function isAllThatIsSent({ value: { source, position, path }, span, unit }: Flow): boolean {
  if (unit.lang !== 'shell' || position !== 'body') return false;
  const places = piecesAround(source.label, wordsOf(span));
  // What is sent has another name: it is what the line says in which the key is taken.
  const [first] = path;
  const isByName = places.length === 1 && first !== undefined;
  const pieces = isByName ? piecesAround(source.label, lineAround(first)) : places;
  const isAlone = isByName ? /(?:^|[\s=])["']?$/ : /(?:^|\s)["']?$/;
  return pieces.slice(1).every((after, at) => isAlone.test(pieces[at] ?? '') && /^["']?(?:[\s;)]|$)/.test(after));
}
const piecesAround = (label: string, text: string): string[] => text.split(new RegExp(`\\$\\{?${label}\\b\\}?`));
const AUTH_FIELD = /\b(?:authorization|private-token|x-api-key)["'\\]*\s*[:=]\s*["'\\]*(?:\w+\s+)?["'\\]*$/i;

/**
 * The key of a service as a message at that service, to a reader that stands in the code: its owner is known, its reader is
 * not. Where a part of the address is a setting, the key may be that part, and the place is the user's.
 */
export function isMailed(flow: Flow): boolean {
  const { source, sink, position } = flow.value;
  const { destination } = sink;
  if (source.class !== 'named-secret' || destination === null || issuerOf(source.label) === undefined) return false;
  if (destination.url.split('?')[0]?.includes(UNKNOWN_PART)) return false;
  if (destination.origin === 'chat-webhook' && issuerAt(destination.host) !== undefined)
    return position === 'body' || position === 'query';
  return position === 'body' && MAILBOXES.test(destination.url) && !isInKeyFields(flow);
}

/** There the token of a bot is part of the address, and nothing else is. */
const BOT_HOST = 'api.telegram.org';

const isKnownHost = (url: UrlValue | null): boolean => url !== null && issuerAt(url.host) !== undefined;

/** Somebody's own machine behind a tunnel, and a key of nobody else's in the place for keys: how a service that is tried out is asked. */
const isOwnMachine = ({ value: { source, sink, position } }: Flow): boolean =>
  source.class === 'named-secret' &&
  position === 'auth' &&
  sink.destination?.origin === 'tunnel' &&
  issuerOf(source.label) === undefined;

/** The key of the very service the skill is about, wherever that service runs: nobody else's is lost. */
const isOwnBrand = (label: string, { brandTokens }: BundleAbout): boolean =>
  issuerOf(label) === undefined &&
  brandWords(label).some(
    (word) => word.length >= OWN_BRAND_CHARS_MIN && [...brandTokens].some((token) => token.startsWith(word)),
  );
const OWN_BRAND_CHARS_MIN = 5;

/** In the place for a login, or at a host with that name: as a message to anybody else it is lost like any other. */
const isPlaceOfBrand = ({ value: { source, sink, position } }: Flow, about: BundleAbout): boolean =>
  position === 'auth' || isSecretsOwnHost(source.label, sink.destination, about, true);

/** An address where people sign in, by its path. */
export const isLogin = (url: UrlValue | null): boolean =>
  url !== null && url.scheme === 'https' && LOGIN.test(url.url.replace(NAMED_HOST, ''));
/** A host may be called anything. */
const NAMED_HOST = /^https:\/\/(?:tokens?|sessions?)\./i;

/** `/v2/shopauth` of the shop: a form by a name of the service's own, at a service that the file is named for. */
const isLoginOf = (url: UrlValue): boolean =>
  isLogin(url) || (url.scheme === 'https' && /\/[a-z]{2,20}(?:auth|login|token)\/?(?:[?#]|$)/i.test(url.url));

/** At home, or with another provider of models: these take each other's keys by configuration. */
const isAtIssuer = (label: string, url: UrlValue | null): boolean => {
  const issuer = issuerOf(label);
  const owner = url === null ? undefined : issuerAt(url.host);
  if (issuer === undefined || owner === undefined) return false;
  const isAtHome = owner === issuer || issuer.domains.some((domain) => url?.host.endsWith(`.${domain}`));
  return isAtHome || (owner.isModelProvider === true && issuer.isModelProvider === true);
};

/** A value out of a settings file, in the place where the service looks for it. */
function isOwnFileUse({ value }: Flow, about: BundleAbout): boolean {
  const { source, sink, position, isEncoded } = value;
  const url = sink.destination;
  const isKnownService = isKnownHost(url);
  // A key that opens machines is no login of a service, in whichever place it is shown.
  if (isGuardedFile(source.label) && !OWN_CLUSTER.test(source.label)) return position === 'auth' && isKnownService;
  if (position === 'auth') return url === null || !isShadyOrigin(url.origin);
  // A bare name is a machine of the user's own network.
  if (url !== null && BARE_NAME.test(url.host)) return true;
  if (url === null || isEncoded) return false;
  if (isShadyOrigin(url.origin)) return position === 'path' && isKnownService;
  // The file of another tool does not become the skill's own by the skill's name.
  const isOthers = classifyPath(source.label) === 'token-file';
  const isNamed =
    sharesWord(url.host, namesIn(source.label), true) || (!isOthers && sharesWord(url.host, about.brandTokens, false));
  if (position === 'body') return isLoginOf(url) && (isKnownService || isNamed);
  return isKnownService || isNamed || (!isOthers && isDeclared(url, about));
}

/** A machine of the user's own network; an address of numbers is anybody's. */
const BARE_NAME = /^[a-z][a-z0-9-]*$/i;
/** What a cluster gives to what runs in it, to show to the cluster. */
const OWN_CLUSTER = /serviceaccount\//i;

/** The service that such a file is named for: `~/.npmrc` at npmjs.org. */
export const isFileOf = (path: string, host: string): boolean => sharesWord(host, fileWords(path), true);
const fileWords = (path: string): string[] => [
  ...namesIn(path),
  ...(path.toLowerCase().match(/\.(npm|pypi|git|docker|cargo|gem)(?=rc|-|\/|$)/g) ?? []).map((word) => word.slice(1)),
];

const namesIn = (path: string): string[] =>
  (path.toLowerCase().match(/[a-z0-9]{4,40}/g) ?? []).filter((word) => !COMMON_PARTS.has(word));
const COMMON_PARTS: ReadonlySet<string> = new Set(
  'home users config credentials credential json yaml toml token tokens secret secrets local share root openclaw claude workspace auth data'.split(
    ' ',
  ),
);

/** Stages of a flow as related places. */
export const stages = ({ value }: Flow): { at: Flow['span']; role: string }[] =>
  value.path.map((at, index) => ({
    at,
    role: index === 0 ? 'source' : index === value.path.length - 1 ? 'sink' : 'passes',
  }));
