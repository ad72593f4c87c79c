import { isPublicAddress } from './address-policy.ts';
import { FETCH_LIMITS } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { decideUrl, hostOf, isAddress, type UrlRules } from './url-policy.ts';

export type CheckUrl = (url: string) => Promise<boolean>;

/**
 * Whether the guarded fetch would go there now. It says so early and to whoever typed the URL; the fetch itself asks
 * everything again.
 */
export function createUrlCheck({ network, ...rules }: UrlRules & { network: Network }): CheckUrl {
  return async (text) => {
    const decision = decideUrl(text, rules);
    if (decision.kind === 'refused') return false;
    if (isAddress(decision.url)) return true;
    const late = new Promise<readonly string[]>((resolve) => {
      setTimeout(resolve, FETCH_LIMITS.connectMs, []).unref();
    });
    const addresses = await Promise.race([network.resolve(hostOf(decision.url)).catch(() => []), late]);
    return addresses.length > 0 && addresses.every(isPublicAddress);
  };
}
