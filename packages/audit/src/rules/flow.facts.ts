import type { BundleAbout, FactOf, Facts, SourceClass, UrlValue } from '../model.ts';
import { brandWords } from '../ruleset/names/secret-name.ts';
import { registrableDomain } from '../ruleset/origins/origin.ts';

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

/** One named credential in an authentication position: how every API is used. */
export function isOwnKeyUse({ value }: Flow, about: BundleAbout): boolean {
  const { source, sink, position } = value;
  if (source.class !== 'named-secret' && source.class !== 'secret-file') return false;
  const isSignedRequest = position === 'auth' || position === 'header';
  const isAddressItself = position === 'path' && (sink.destination === null || sink.destination.host === '');
  if (isAddressItself) return true;
  if (source.class === 'secret-file') return position === 'auth';
  if (!isSignedRequest || (value.isEncoded && position !== 'auth')) return false;
  const words = brandWords(source.label);
  return words.length === 0 || isSecretsOwnHost(source.label, sink.destination, about, true);
}

/** Stages of a flow as related places. */
export const stages = ({ value }: Flow): { at: Flow['span']; role: string }[] =>
  value.path.map((at, index) => ({
    at,
    role: index === 0 ? 'source' : index === value.path.length - 1 ? 'sink' : 'passes',
  }));
