import { issuerAt } from '../models/names/issuer.ts';
import { toUrlValue, UNKNOWN_PART } from '../models/origins/origin.ts';
import type { UrlValue, View } from '../types/index.ts';
import { all, has, type Options } from './shell/options.ts';
import type { Invoked } from './shell/session.ts';
import { shown, type Value } from './value.ts';

/** Names that are given on a network of one's own, and nowhere else. */
const OWN_NETWORK = /\.(?:corp|lan|home|intranet)$/i;

/** A proxy as it is written: with or without a scheme, after the scheme it is for. Bare names are the user's own machines. */
function proxyAt(text: string): UrlValue | undefined {
  const plain = text.trim().replace(/^(?:https?|all):(?=\w+:\/\/)/i, '');
  const url = toUrlValue(plain.includes('://') ? plain : `http://${plain}`);
  const isForeign = url?.origin === 'raw-ip' || url?.host.includes('.') === true;
  return url !== undefined && isForeign && !url.host.includes(UNKNOWN_PART) && !OWN_NETWORK.test(url.host)
    ? url
    : undefined;
}

const isUrl = (url: UrlValue | undefined): url is UrlValue => url !== undefined;

/** Options of curl, wget, httpie and the web commands of PowerShell that name a machine on the way. */
export const PROXY_OPTIONS =
  'x proxy preproxy proxy1.0 socks4 socks4a socks5 socks5-hostname doh-url dns-servers Proxy'.split(' ');
/** What is said to that machine itself, before any lock. */
export const PROXY_LOGINS = 'U proxy-user proxy-header'.split(' ');
const VARIABLES = /^(?:https?|all)_proxy$/i;
const WGET_SETTING = /^\s*(?:https?|ftp)_proxy\s*=\s*(.+)$/i;

/** Whoever answers is believed: the check is off, or goes by an authority that the command brings along. */
const UNCHECKED =
  'k insecure cacert capath no-check-certificate ca-certificate ca-directory SkipCertificateCheck'.split(' ');
const AUTHORITIES = ['CURL_CA_BUNDLE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

const isChecked = ({ context: { session } }: Invoked, read: Options, url: UrlValue | null): boolean =>
  (url === null || url.scheme === 'https' || url.scheme === 'wss') &&
  !has(read, ...UNCHECKED) &&
  !all(read, 'verify').some((value) => /^(?:no|false)$/i.test(shown(value))) &&
  !AUTHORITIES.some((name) => session.variables.has(name));

const proxyValues = ({ context: { session } }: Invoked, read: Options): Value[] => [
  ...all(read, ...PROXY_OPTIONS),
  ...[...session.variables].filter(([name]) => VARIABLES.test(name)).map(([, value]) => value),
  ...all(read, 'e', 'execute').flatMap((value) => {
    const place = WGET_SETTING.exec(shown(value))?.[1];
    return place === undefined ? [] : [{ ...value, text: place }];
  }),
];

const HOST = String.raw`(?:\[[^\]]*\]|[^:]*)`;
const CONNECT_TO = new RegExp(`^${HOST}:\\d*:(${HOST})(?::\\d*)?$`);
const RESOLVE = new RegExp(`^[+-]?${HOST}:\\d+:(.+)$`);

/** Machines that take the place of the one that is named. */
const standIns = (read: Options, url: UrlValue | null): (UrlValue | undefined)[] => [
  ...all(read, 'connect-to').map((value) => proxyAt(CONNECT_TO.exec(shown(value))?.[1] ?? '')),
  // A new machine of one's own is tried out that way; that of a service everybody knows is not.
  ...(url === null || issuerAt(url.host) === undefined ? [] : all(read, 'resolve')).flatMap((value) =>
    (RESOLVE.exec(shown(value))?.[1] ?? '').split(',').map((place) => proxyAt(place)),
  ),
];

type Detours = {
  /** Where everything goes that is sent. */
  readonly places: readonly UrlValue[];
  /** Where logins for the proxy go, checked or not. */
  readonly proxies: readonly UrlValue[];
  /** Those logins. */
  readonly logins: readonly Value[];
};

/** Where a request goes besides, or instead of, the machine that its address names, where nobody checks who answers. */
export function detoursOf(invoked: Invoked, read: Options, url: UrlValue | null): Detours {
  const values = proxyValues(invoked, read);
  const proxies = values.map((value) => proxyAt(shown(value))).filter(isUrl);
  const places = isChecked(invoked, read, url) ? [] : [...proxies, ...standIns(read, url).filter(isUrl)];
  return { places, proxies, logins: [...values, ...all(read, ...PROXY_LOGINS)] };
}

const QUOTED = String.raw`['"\`](\w+:\/\/[^'"\`\s]+)['"\`]`;
/** How programs name a proxy: for one request, for a client, for all that comes later. */
const NAMED_IN_CODE: readonly RegExp[] = [
  new RegExp(String.raw`\benv(?:iron)?\b[^\n=:,]{0,24}\b(?:https?|all)_proxy\b['"]?\]?\s*[=:,]\s*${QUOTED}`, 'gi'),
  new RegExp(
    String.raw`\b(?:\w*ProxyAgent|ProxyHandler|ProxyManager|setProxy|set_proxy)\s*\([^)]{0,120}?${QUOTED}`,
    'g',
  ),
  new RegExp(String.raw`\bprox(?:ies|y|y_url)\b['"]?(?:\.update)?\s*[=:(][^)}]{0,160}?${QUOTED}`, 'g'),
];
const LETTERS_MAX = 262_144;

const seen = new WeakMap<View, readonly UrlValue[]>();

/** Proxies that a program names: what it sends to anybody goes there as well. */
export function proxiesIn(view: View): readonly UrlValue[] {
  const known = seen.get(view);
  if (known !== undefined) return known;
  const text = view.text.slice(0, LETTERS_MAX);
  const shapes = /prox/i.test(text) ? NAMED_IN_CODE : [];
  const places = shapes.flatMap((shape) => [...text.matchAll(shape)].map((match) => match[1] ?? ''));
  const found = [...new Set(places)].map(proxyAt).filter(isUrl);
  seen.set(view, found);
  return found;
}
