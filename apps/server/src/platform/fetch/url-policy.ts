import { isPublicAddress } from './address-policy.ts';
import { URL_CHARS_MAX } from './fetch-limits.ts';

export type UrlRules = {
  /** When set, no other host is fetched. Compared exactly, without the port. */
  allowHosts?: readonly string[] | undefined;
  /** For tests and closed networks: plain HTTP, and ports other than the scheme's default. */
  allowHttp?: boolean;
  allowAnyPort?: boolean;
  /** Permits this machine with any scheme and port, for receivers that a developer tests locally. */
  allowLoopback?: boolean;
};

export type UrlRefusal =
  | 'url_invalid'
  | 'scheme_not_allowed'
  | 'credentials_in_url'
  | 'port_not_allowed'
  | 'host_not_allowed'
  | 'address_not_public';

type UrlDecision = { kind: 'ok'; url: URL } | { kind: 'refused'; reason: UrlRefusal };

const refuse = (reason: UrlRefusal): UrlDecision => ({ kind: 'refused', reason });

/** All checks of a URL that do not need name resolution. */
export function decideUrl(text: string, rules: UrlRules, base?: URL): UrlDecision {
  if (text.length > URL_CHARS_MAX) return refuse('url_invalid');
  const url = URL.parse(text, base?.href);
  if (!url) return refuse('url_invalid');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (rules.allowLoopback && isWeb && isLoopback(hostOf(url))) return { kind: 'ok', url };
  if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:')) return refuse('scheme_not_allowed');
  if (url.username !== '' || url.password !== '') return refuse('credentials_in_url');
  if (url.port !== '' && !rules.allowAnyPort) return refuse('port_not_allowed'); // the parser drops a default port
  const host = hostOf(url);
  if (rules.allowHosts && !rules.allowHosts.includes(host)) return refuse('host_not_allowed');
  // The parser has normalised octal, hexadecimal, decimal and short IPv4 by now.
  if (isAddress(url) && !isPublicAddress(host)) return refuse('address_not_public');
  return { kind: 'ok', url };
}

/** Matches a loopback address, or the one name that is never resolved elsewhere. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** The host as a resolver or dialer expects it: without a port and without brackets around IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** True when the host is an IP address. A registered name never ends in a number. */
export const isAddress = (url: URL): boolean => url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname);
