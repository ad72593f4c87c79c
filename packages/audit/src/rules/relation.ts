import { isStray, issuerAt, issuerOf } from '@assay/analysis/models/names/issuer';
import { brandWords } from '@assay/analysis/models/names/secret-name';
import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { BundleAbout, OriginClass, UrlValue } from '@assay/analysis/types';
import { isPublishersOwn } from './own-origin.ts';

/**
 * How a destination relates to a secret: no address in the code, this network, the service that issued the secret, another known
 * service, a host that the author declares or that has the name of the product or the secret, another service than the secret's,
 * an unknown host, a host without an accountable name, a place that anyone can open to collect data.
 */
export type Relation =
  | 'unstated'
  | 'local'
  | 'issuer'
  | 'service'
  | 'claimed'
  | 'stray'
  | 'unknown'
  | 'unnamed'
  | 'collector';

const COLLECTORS: ReadonlySet<OriginClass> = new Set<OriginClass>(['collector', 'paste', 'file-drop']);
const UNNAMED: ReadonlySet<OriginClass> = new Set<OriginClass>(['raw-ip', 'tunnel', 'dynamic-dns', 'shortener']);

/** The complete address of a chat channel, including its key. Only the owner of the channel reads there. */
const MAILBOX = /\/api\/webhooks\/\d{15,}\/[\w-]{40,}|\/services\/T\w{6,}\/B\w{6,}\/\w{20,}|\/bot\d{8,10}:AA[\w-]{33}/;

export function relationOf(label: string, url: UrlValue | null, about: BundleAbout): Relation {
  if (url === null || url.host === '') return 'unstated';
  if (url.origin === 'loopback' || /^[a-z][a-z0-9-]*$/i.test(url.host)) return 'local';
  if (COLLECTORS.has(url.origin) || (url.origin === 'chat-webhook' && MAILBOX.test(url.url))) return 'collector';
  const issuer = issuerOf(label);
  if (issuer !== undefined && issuerAt(url.host) === issuer) return 'issuer';
  if (isStray(label, url.host)) return 'stray';
  if (UNNAMED.has(url.origin)) return 'unnamed';
  if (issuerAt(url.host) !== undefined) return 'service';
  return isPublishersOwn(url, about) || sharesName(label, url.host, about) ? 'claimed' : 'unknown';
}

/**
 * Matches `api.shop.example` for `SHOP_TOKEN` or `~/.shop/credentials`. A label without a brand is compared by the
 * product's name.
 */
function sharesName(label: string, host: string, { brandTokens }: BundleAbout): boolean {
  const words = brandWords(label);
  const service = registrableDomain(host).split('.')[0] ?? '';
  return (
    service.length >= NAME_CHARS_MIN &&
    (words.length > 0 ? words : [...brandTokens]).some(
      (word) => word.length >= NAME_CHARS_MIN && (service.includes(word) || word.includes(service)),
    )
  );
}
const NAME_CHARS_MIN = 3;
