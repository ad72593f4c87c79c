/** Which language a page is rendered in: the visitor's choice, then the browser's preference, then English. */
import { portalLanguages } from '@assay/portal/paths';

/** Set by the language links of a page. It contains nothing else. */
const COOKIE = 'language';
const YEAR_SECONDS = 31_536_000;
/** Longer headers are cut: nobody prefers more languages. */
const RANGES_MAX = 20;

type Headers = { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };

const isOffered = (code: string): boolean => portalLanguages.some((language) => language.code === code);

export const DEFAULT_LANGUAGE = portalLanguages[0]?.code ?? 'en';

export function chooseLanguage(headers: Headers): string {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (chosen !== undefined && isOffered(chosen)) return chosen;
  return toRanges(headers['accept-language'] ?? '').find(isOffered) ?? DEFAULT_LANGUAGE;
}

/** `de-AT, en;q=0.8` as codes, the preferred one first. */
const toRanges = (header: string): string[] =>
  header
    .split(',', RANGES_MAX)
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find(Boolean) ?? '1';
      return { code: tag.split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ code }) => code);

/** The redirect that keeps a choice, or undefined if the request does not choose a language. */
export function toChoice(pathname: string, query: string): { location: string; cookie: string } | undefined {
  const params = new URLSearchParams(query);
  const code = params.get('language');
  if (code === null || !isOffered(code)) return undefined;
  params.delete('language');
  return {
    // A path that begins with two slashes would lead to another host.
    location: `/${pathname.replace(/^\/+/, '')}${params.size === 0 ? '' : `?${params}`}`,
    cookie: `${COOKIE}=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`,
  };
}
