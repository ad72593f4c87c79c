import { findPlaces, positionAt, says, toOriginal, wordsBefore, wordsOf } from '@assay/analysis/bundle/decode/view';
import { issuerAt } from '@assay/analysis/models/names/issuer';
import {
  isRecognisedOrigin,
  isShadyOrigin,
  registrableDomain,
  toUrlValue,
} from '@assay/analysis/models/origins/origin';
import { classifyPath } from '@assay/analysis/models/paths/path-class';
import { isHostileFolder } from '@assay/analysis/models/paths/sample-folders';
import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { FactOf, Facts, PathClass, RawFinding, Span, UrlValue, View } from '@assay/analysis/types';
import { isFileOf, isGuardedFile } from '../flow.facts.ts';

/** Taken apart by programs that show who has an account. */
const HARMLESS = /^\/etc\/passwd$/;
/** What a shell does with a key is followed word by word; there is nothing to lose. */
const FOLLOWED: ReadonlySet<string> = new Set(['shell', 'makefile', 'dockerfile', 'markdown', 'powershell', 'batch']);

/** `ssh -i key`: the program takes the key as the login of a machine, and nothing of it is sent. */
const SHOWN_TO_SSH = /\b(?:ssh|scp|sftp|autossh|sshfs)\b[^\n|;&]{0,200}\s-i\b/;

/** Logins of services that everybody uses; what a tool keeps for its own service is none of these. */
const LOGINS =
  /(?:^|\/)\.?(?:git-credentials|git\/credentials|npmrc|pypirc|netrc|pgpass|docker\/config\.json|gh\/hosts\.yml|config\/hub|gem\/credentials|cargo\/credentials(?:\.toml)?|huggingface\/token|composer\/auth\.json|gnupg\/[\w./-]+)$/i;
/** The login that the file has for the host that is asked, and none of the others. */
const ASKS_FOR_HOST = /\bnetrc\.netrc\(|\bauthenticators\(/;
/** `if "codehost.example" in line`, `@codehost\.example`: a line is looked for by the host that it is for. */
const LOOKS_FOR_HOST =
  /["'`]((?:[a-z0-9-]+\.)+[a-z]{2,24})["'`]\s+in\s+\w|\.(?:includes|indexOf|startsWith|endsWith|startswith|endswith|find)\(\s*["'`](?:https:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,24})["'`]|@((?:[a-z0-9-]+\\\.)+[a-z]{2,24})/g;

/** What the shape sets apart, at each place that has it. */
const namedBy = (shape: RegExp, view: View): string[] =>
  findPlaces(view, shape)
    .flatMap((place) => [...wordsOf(place).matchAll(shape)])
    .map(([, ...parts]) => parts.find((one) => one !== undefined) ?? '');

/** The one line for a service that everybody knows, which is followed to where it is shown. */
const isOneLogin = (path: string, view: View): boolean =>
  namedBy(LOOKS_FOR_HOST, view).some((named) => {
    const host = named.replaceAll('\\', '');
    return issuerAt(host) !== undefined && isFileOf(path, host);
  });

const isStoreOfLogins = (path: string, view: View): boolean =>
  classifyPath(path) === 'token-file' && LOGINS.test(path) && !says(view, ASKS_FOR_HOST) && !isOneLogin(path, view);

const isKeyRead = ({ value, unit, span, file }: FactOf<'path'>): boolean =>
  value.access === 'read' &&
  !isHostileFolder(file) &&
  // A bare word is the name of a program: `google-chrome`.
  (value.path.includes('/') || value.path.includes('.') || value.path.startsWith('id_')) &&
  !SHOWN_TO_SSH.test(wordsOf(span)) &&
  (isGuardedFile(value.path) || isStoreOfLogins(value.path, span.view)) &&
  !HARMLESS.test(value.path) &&
  !FOLLOWED.has(unit.lang);

/**
 * Somebody else's machine, by a name that is written down: an address out of the user's own settings is the user's. A host that
 * the publisher calls his own is somebody else's, too: to him the key goes.
 */
const isForeign = (url: UrlValue | null): url is UrlValue =>
  url !== null &&
  url.host !== '' &&
  !BARE_NAME.test(url.host) &&
  (isShadyOrigin(url.origin) ||
    (url.origin !== 'code-host' && !isRecognisedOrigin(url.origin) && issuerAt(url.host) === undefined));

/** A machine of the user's own network; an address of numbers is anybody's. */
const BARE_NAME = /^[a-z][a-z0-9-]*$/i;

type Place = { readonly at: Span; readonly file: string; readonly host: string; readonly isShady: boolean };

const toPlace = (at: Span, file: string, { host, origin }: UrlValue): Place => ({
  at,
  file,
  host,
  isShady: isShadyOrigin(origin),
});

/** Calls by which a program gets a way out that data takes later: handlers of logs, sockets, clients, reporters. */
const OPENS = /connect|handler|socket|client|session|init|server|transport|open/i;
/** As people write a host: `subprocess.DEVNULL` and `Runtime.enable` are names of a program. */
const HOST = /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}$/;
const FILE_NAME = /\.(?:py|js|ts|mjs|json|ya?ml|toml|txt|md|csv|log|db|sh|rb|html?|xml|sql|cfg|ini|pem|key|pub)$/i;

function opened({ value, span, file }: FactOf<'call'>): Place[] {
  if (!OPENS.test(value.callee)) return [];
  const words = [...value.args, ...Object.values(value.named), ...quoted(value.text)];
  return words.flatMap((word) => {
    if (word === null || !HOST.test(word) || FILE_NAME.test(word)) return [];
    const url = toUrlValue(`https://${word}/`) ?? null;
    return isForeign(url) ? [toPlace(span, file, url)] : [];
  });
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/["'`]([^"'`\s]{4,200})["'`]/g)].map(([, word = '']) => word);

/** Where something that nobody can tell goes, and in a program that reads a key every address and way out that it names. */
function waysOut(facts: Facts): { readonly sent: readonly Place[]; readonly named: readonly Place[] } {
  const sent = facts
    .of('sink')
    .filter(({ value }) => value.class === 'network' && value.isUntold === true && isForeign(value.destination))
    .flatMap(({ span, file, value }) => (value.destination === null ? [] : [toPlace(span, file, value.destination)]));
  const named = facts
    .of('url')
    .filter(({ value, context }) => context === 'executable' && isForeign(value))
    .map(({ span, file, value }) => toPlace(span, file, value));
  return { sent, named: [...named, ...facts.of('call').flatMap((call) => opened(call))] };
}

/** Texts of a program that are the name of one guarded file, outside of comments. */
const TEXT = /["'`]([^"'`\n]{5,200})["'`]/g;
const COMMENT = /^\s*(?:#|\/\/|\*|--)/;
/** Who names more of them looks for them in the programs of others. */
const NAMED_MAX = 2;
/** The key itself, not the folder or a pattern of them. */
const KEY_NAME = /(?:^|\/)(?:id_\w+|credentials|config|id\.json|wallet\.dat|key4\.db)$/i;
/**
 * A text that is a path to where this user and the system keep keys, and nothing else: a pattern or a sentence with one in it looks for keys, or
 * speaks of them, and the home of somebody by name is one of a table; some names are those that images of machines come with.
 */
const PATH =
  /^(?:~|\$HOME\/|\/(?:root|etc|var|run|proc)\/|\/home\/(?:ubuntu|ec2-user|node|vscode|runner|admin|debian)\/)[\w./-]+$/i;

function namedKeys(view: View): string[] {
  const named = findPlaces(view, TEXT)
    .filter((place) => !isCommented(place))
    .map((place) => wordsOf(place).slice(1, -1))
    .filter((text) => PATH.test(text) && isGuardedFile(text) && KEY_NAME.test(text));
  return new Set(named).size > NAMED_MAX || says(view, SHOWN_TO_SSH) ? [] : named;
}

/** A mark of a comment stands before all else on its line. */
const isCommented = (place: Span): boolean =>
  COMMENT.test(wordsBefore(place, positionAt(place.view, place.start).col - 1));

/** In one program: a key by its name, and somebody else's machine by its own. Nothing that is followed here says what for. */
function namedBeside(facts: Facts, places: readonly Place[]): RawFinding[] {
  const seen = new Set<string>();
  const known = new Map<View, string[]>();
  const keysIn = (view: View): string[] => {
    const keys = known.get(view) ?? namedKeys(view);
    known.set(view, keys);
    return keys;
  };
  return places.flatMap((place) => {
    const language = facts.of('url').find(({ file }) => file === place.file)?.unit.lang ?? 'unknown';
    // Tests of a scanner name both, in what they feed it with.
    if (seen.has(place.file) || !READ_AS_PROGRAM.has(language) || isTestFile(place.file)) return [];
    const [key] = keysIn(toOriginal(place.at).view);
    const isLogin =
      key !== undefined && (isMadeSigner(facts, key, place.file) || isHandedToClient(facts, key, place.file));
    if (key === undefined || (isLogin && !place.isShady)) return [];
    seen.add(place.file);
    return [toFinding(key, place, place.at)];
  });
}

const READ_AS_PROGRAM: ReadonlySet<string> = new Set([
  'python',
  'javascript',
  'typescript',
  'ruby',
  'php',
  'perl',
  'go',
]);

/**
 * A program reads a key as a whole and sends something that nobody here can tell: by a table, an error, a channel, another
 * object. What it sends is the key until somebody can see that it is not.
 */
export function lostSecrets(facts: Facts): RawFinding[] {
  const reads = facts.of('path').filter(isKeyRead);
  const { sent, named } = waysOut(facts);
  if (reads.length === 0) return namedBeside(facts, named);
  return reads.flatMap((read) => {
    const { path } = read.value;
    // The login of a service is at home there; a key that opens machines is at home nowhere.
    const others = [...sent, ...named].filter(
      (place) => (isGuardedFile(path) || !isFileOf(path, place.host)) && !isSessionOf(place, read),
    );
    const beside = others.filter(({ file }) => file === read.file);
    const place =
      isMadeSigner(facts, path, read.file) || isHandedToClient(facts, path, read.file)
        ? beside.find(({ isShady }) => isShady)
        : (beside[0] ?? others.find((one) => sent.includes(one)));
    return place === undefined ? [] : [toFinding(read.value.path, place, read.span)];
  });
}

/** Of the store of a browser what belongs to this very site: `host_key LIKE '%.shop.example'`. */
const isSessionOf = ({ host, isShady }: Place, { value, span }: FactOf<'path'>): boolean => {
  if (classifyPath(value.path) !== 'browser-store') return false;
  const { view } = toOriginal(span);
  return asksForSite(view, registrableDomain(host)) || (!isShady && says(view, ASKED_SITE) && !says(view, ANY_SITE));
};
/** `FROM cookies WHERE ${ofSite}`: those of the site that is asked for, and no statement beside it that takes all. */
const ASKED_SITE =
  /\bFROM\s+(?:moz_)?cookies\s+WHERE\s+(?:\$\{|\{|\?|host(?:_key)?\s+(?:LIKE|=)\s*(?:\?|["'%]*[$%{]))/i;
const ANY_SITE = /\bFROM\s+(?:(?:moz_)?cookies|logins)\b(?!\s+WHERE)|\b1\s*=\s*1\b|\bLIKE\s+(["'`])%+\1/i;
const asksForSite = (view: View, site: string): boolean =>
  site.includes('.') &&
  (namedBy(COOKIES_OF, view).some((named) => named.endsWith(site)) ||
    says(view, new RegExp(`(?<![\\w./@-])\\.?(?:www\\.)?${site.replace(/[^\w-]/g, '\\$&')}(?![\\w/-])`, 'i')));
/** The column of the store with a site behind it. An address that something is sent to is no such place. */
const COOKIES_OF =
  /(?:\b(?:host_key|baseDomain)\s*=|\b(?:host_key|baseDomain|host)\s+(?:LIKE|IN)\b)\s*\(?\s*["'%.\\]{0,4}([a-z0-9.-]{4,100}[a-z0-9])/gi;

/**
 * The key of a wallet is made an account where it is read, that of a machine or a cloud is given to the client that logs in by it: what is sent is
 * what was signed, unless it goes where nothing is traded and nobody logs in.
 */
const isMadeSigner = (facts: Facts, path: string, file: string): boolean =>
  classifyPath(path) === 'wallet' && facts.in(file, 'call').some(({ value }) => SIGNER.test(value.callee));
const SIGNER =
  /(?:^|\.)(?:Keypair\.(?:fromSecretKey|fromSeed|from_bytes|from_json|from_seed)|privateKeyToAccount|mnemonicToAccount|(?:Eth)?Account\.from_key|Wallet\.from\w+|Ed25519Keypair\.from\w+)$/;

/** The client gets the file in the very call that names it, wherever it is named, and the program never takes the key out again. */
function isHandedToClient(facts: Facts, path: string, file: string): boolean {
  const shape = CLIENTS.get(classifyPath(path));
  const calls = facts.in(file, 'call').map(({ value }) => value);
  if (shape === undefined || calls.some(({ callee }) => TAKES_OUT.test(callee))) return false;
  const naming = calls.map(({ text }) => text).filter((text) => text.includes(path.replace(/^~\//, '')));
  // What is loaded for a login has to be shown at one.
  const isShown = calls.some(({ named }) => 'pkey' in named);
  const clients = naming
    .map((text) => ({ text, bare: text.replace(TEXT, '') }))
    .filter(({ bare }) => shape.test(bare) && (isShown || !/from_private_key_file/.test(bare)))
    .map(({ text }) => text);
  return clients.length > 0 && naming.every((text) => clients.some((client) => client.includes(text)));
}
const CLIENTS: ReadonlyMap<PathClass, RegExp> = new Map([
  ['ssh-key', /\bfrom_private_key_file\(|\b(?:key_filename|client_keys|ssh_pkey|privateKey|privateKeyPath)\b\s*[=:]/],
  [
    'cloud-credential',
    /\b(?:from_service_account_file|from_authorized_user_file|load_kube_config|loadFromFile|credentials\.Certificate)\(|\b(?:keyFilename|keyFile)\b\s*[=:]/,
  ],
]);
const TAKES_OUT =
  /write_private_key|private_bytes|save_pkcs1|export_?key|get_frozen_credentials|private_numbers|asbytes|\.signer\b|to_?pem/i;

const toFinding = (key: string, place: Place, read: Span): RawFinding => ({
  at: place.at,
  severity: 'CRITICAL',
  confidence: 'firm',
  note: `${key} is read, and something that nobody can tell from it goes to ${place.host}.`,
  related: [
    { at: read, role: 'source' },
    { at: place.at, role: 'sink' },
  ],
});
