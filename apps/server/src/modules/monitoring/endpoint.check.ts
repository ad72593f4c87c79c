import type { FetchResult, GuardedFetch } from '../../platform/fetch/index.ts';

/** `elsewhere`: it redirects to another site than the declared one. */
export type EndpointSeen = { readonly url: string; readonly kind: 'answers' | 'failing' | 'silent' | 'elsewhere' };

/** Endpoints per check. The rest of a longer list is not checked. */
export const ENDPOINTS_MAX = 10;
const PROBE_LIMITS = { bytesMax: 64 * 1024, totalMs: 5_000, redirectsMax: 3 } as const;
const METHOD_REFUSED: readonly number[] = [405, 501];
const SERVER_ERROR = 500;

/** Requests declared endpoints by HEAD, or by GET where HEAD is not supported. Sends no body and no secret. */
export function createEndpointCheck(fetch: GuardedFetch) {
  const ask = (url: string, method: 'HEAD' | 'GET') => fetch({ url, method, limits: PROBE_LIMITS });

  async function probe(url: string): Promise<EndpointSeen> {
    const head = await ask(url, 'HEAD');
    const isRefused = head.kind === 'ok' && METHOD_REFUSED.includes(head.status);
    return { url, kind: kindOf(url, isRefused ? await ask(url, 'GET') : head) };
  }

  return (urls: readonly string[]): Promise<EndpointSeen[]> => Promise.all(urls.slice(0, ENDPOINTS_MAX).map(probe));
}
export type EndpointCheck = ReturnType<typeof createEndpointCheck>;

function kindOf(url: string, result: FetchResult): EndpointSeen['kind'] {
  if (result.kind === 'too_large') return 'answers';
  if (result.kind !== 'ok') return 'silent';
  if (new URL(result.finalUrl).host !== new URL(url).host) return 'elsewhere';
  return result.status >= SERVER_ERROR ? 'failing' : 'answers';
}
