import { getDomain } from 'tldts';
import type { OriginClass, UrlValue } from '../../types/index.ts';
import { ORIGINS, type OriginEntry } from './origin.data.ts';

const exact = new Map<string, OriginEntry>();
const suffixes = new Map<string, OriginEntry>();
const prefixes: OriginEntry[] = [];
for (const entry of ORIGINS) {
  if (entry.name.startsWith('*.')) suffixes.set(entry.name.slice(2), entry);
  else if (entry.name.includes('/')) prefixes.push(entry);
  else exact.set(entry.name, entry);
}

/** Hosts whose first path segment names the owner. */
const OWNER_HOSTS = new Set([
  'github.com',
  'www.github.com',
  'raw.githubusercontent.com',
  'codeload.github.com',
  'gist.github.com',
  'gist.githubusercontent.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'gitee.com',
  'huggingface.co',
]);

const UNKNOWN: Pick<UrlValue, 'origin' | 'reason'> = { origin: 'unknown', reason: 'nothing is known about it' };

/** Cloud metadata services, which hand the machine's identity to every process on it. */
const METADATA_HOSTS: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  'metadata.google.internal',
  '100.100.100.200',
  '[fd00:ec2::254]',
]);
export const isMetadataHost = (host: string): boolean => METADATA_HOSTS.has(host);

/**
 * Private, link-local, broadcast and local multicast addresses do not leave the local network. Every other IP literal
 * is a raw address.
 */
const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.(?!169\.254)|0\.0\.0\.0$|255\.255\.255\.255$|224\.0\.0\.|239\.255\.)/;
/** A common placeholder address. The addresses reserved for documentation also occur in attacks. */
const ANY_ADDRESS = '1.2.3.4';
const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const WHOLE_NUMBER = /^(?:0x[0-9a-f]{1,8}|\d{6,10})$/;

function addressClass(host: string): Pick<UrlValue, 'origin' | 'reason'> | undefined {
  if (host.startsWith('[')) {
    return host === '[::1]'
      ? { origin: 'loopback', reason: 'this machine' }
      : { origin: 'raw-ip', reason: 'a bare address has no owner to hold to account' };
  }
  if (host === ANY_ADDRESS) return { origin: 'reserved', reason: 'stands for any address' };
  if (PRIVATE_ADDRESS.test(host)) return { origin: 'loopback', reason: 'this machine or its own network' };
  if (!DOTTED.test(host) && !WHOLE_NUMBER.test(host)) return undefined;
  return { origin: 'raw-ip', reason: 'a bare address has no owner to hold to account' };
}

function bySuffix(host: string): OriginEntry | undefined {
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const entry = suffixes.get(host.slice(dot + 1));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** `download.maker.example`: common names for the download host of a known maker. */
const GIVES_AWAY = /^(?:downloads?|dl|get|install|releases?|cli|packages?|files|artifacts|assets|static|cdn)\./;

function makerOf(host: string): OriginEntry | undefined {
  const maker = host.replace(GIVES_AWAY, '');
  const entry = maker === host || registrableDomain(maker) !== maker ? undefined : exact.get(maker);
  return entry?.class === 'vendor-installer' ? entry : undefined;
}

/** `your-domain.com`, `your-cdn-url.com`: placeholders for the reader to fill in. */
const FILLED_IN =
  /(?:^|\.)your-?(?:[a-z]+-)?(?:domain|company|cdn|server|host|site|org|url|api)(?:-[a-z]+)?\.[a-z]{2,12}$/;
const isFilledIn = (host: string): boolean => FILLED_IN.test(host);

const PASTE_NAME = /^(?:paste|pastes|pastebin|hastebin|privatebin|nopaste)\./;

function classify(host: string, path: string): Pick<UrlValue, 'origin' | 'reason'> {
  const address = addressClass(host);
  if (address !== undefined) return address;
  if (isFilledIn(host)) return { origin: 'reserved', reason: 'to be filled in by whoever reads it' };
  const place = `${host}${path}`.toLowerCase();
  const entry =
    prefixes.find(({ name }) => place === name || place.startsWith(`${name}/`)) ??
    exact.get(host) ??
    exact.get(host.replace(/^www\./, '')) ??
    makerOf(host) ??
    bySuffix(host);
  if (entry !== undefined && entry.class !== 'reserved') return { origin: entry.class, reason: entry.reason };
  if (entry !== undefined && !PASTE_NAME.test(host)) return { origin: entry.class, reason: entry.reason };
  return PASTE_NAME.test(host) ? { origin: 'paste', reason: 'by its name a page that anybody pastes to' } : UNKNOWN;
}

/** Scheme, optional user part, host, optional port, rest. Brackets for IPv6. `␀` marks an unknown part. */
const SHAPE =
  /^([a-z][a-z0-9+.-]{1,15}):\/\/(?:[^\s/@]{0,256}@)?(\[[0-9a-f:.]{2,45}\]|[^\s/:?#]{1,253})(?::(\d{1,5}|␀))?([^\s]{0,4096})$/i;

export const UNKNOWN_PART = '␀';

/** Parses an address; `undefined` without a scheme or a host. */
export function toUrlValue(text: string): UrlValue | undefined {
  const match = SHAPE.exec(text.trim());
  if (match === null) return undefined;
  const [, scheme = '', rawHost = '', , path = ''] = match;
  const host = rawHost.toLowerCase().replace(/\.$/, '');
  const isDynamic = text.includes(UNKNOWN_PART) || /[<>{}$]/.test(text);
  // A pattern that matches addresses is not an address itself.
  if (/[<>{}$␀*()^|\\]|^\.*$/.test(host)) {
    return { url: text, scheme: scheme.toLowerCase(), host: '', owner: null, ...UNKNOWN, isDynamic: true };
  }
  const owner = OWNER_HOSTS.has(host) ? (/^\/([^/?#]{1,100})/.exec(path)?.[1]?.toLowerCase() ?? null) : null;
  return { url: text, scheme: scheme.toLowerCase(), host, owner, ...classify(host, path), isDynamic };
}

/** Origins whose publisher cannot be held responsible for the content. */
export const isShadyOrigin = (origin: OriginClass): boolean =>
  ['file-drop', 'paste', 'shortener', 'tunnel', 'collector', 'chat-webhook', 'dynamic-dns', 'raw-ip'].includes(origin);

export const isRecognisedOrigin = (origin: OriginClass): boolean =>
  ['package-index', 'vendor-installer', 'docs', 'loopback'].includes(origin);

/**
 * Public bodies and universities: the registry gives these domains to no others. A path with a tilde belongs to an
 * individual.
 */
export const isVetted = ({ host, url }: UrlValue): boolean =>
  /\.(?:gov|mil|int|edu)$|\.(?:gov|gouv|gob|mil|edu|ac)\.[a-z]{2}$/.test(host) && !url.includes('~');

/**
 * `api.shop.example.co.uk` → `example.co.uk`, but `one.workers.dev` stays whole: each name below a public suffix of a
 * registry or a hosting service has its own owner.
 */
export const registrableDomain = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host;
