import { isPublicAddress } from './address-policy.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { decideUrl, hostOf, isAddress, isLoopback, type UrlRefusal, type UrlRules } from './url-policy.ts';

/** Resolves to the reason for a refusal, or to undefined. */
export type CheckUrl = (url: string) => Promise<UrlRefusal | 'name_unknown' | undefined>;

/**
 * Checks whether the guarded fetch would currently fetch this URL. This gives the author of the URL early feedback; the
 * fetch repeats every check.
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
