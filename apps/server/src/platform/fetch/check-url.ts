import { isPublicAddress } from './address-policy.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { decideUrl, hostOf, isAddress, isLoopback, type UrlRefusal, type UrlRules } from './url-policy.ts';

/** Why it would not, or nothing. */
export type CheckUrl = (url: string) => Promise<UrlRefusal | 'name_unknown' | undefined>;

/**
 * Whether the guarded fetch would go there now. It reports early, to the author of the URL; the fetch itself checks
 * everything again.
 */
export function createUrlCheck({ network, ...rules }: UrlRules & { network: Network }): CheckUrl {
  return async (text) => {
    const decision = decideUrl(text, rules);
    if (decision.kind === 'refused') return decision.reason;
    const host = hostOf(decision.url);
    if (isAddress(decision.url) || (rules.allowLoopback && isLoopback(host))) return undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      setTimeout(resolve, FETCH_LIMITS.connectMs, []).unref();
    });
    const addresses = await Promise.race([network.resolve(host).catch(() => []), late]);
    if (addresses.length === 0) return 'name_unknown';
    return addresses.every(isPublicAddress) ? undefined : 'address_not_public';
  };
}
