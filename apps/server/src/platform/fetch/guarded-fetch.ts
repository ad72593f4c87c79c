import { certificateEndOf } from './certificate.ts';
import { exchange } from './exchange.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { openPinned } from './pinned-connection.ts';
import { decideUrl, type UrlRefusal, type UrlRules } from './url-policy.ts';

export type FetchRequest = {
  url: string;
  /** Only GET and HEAD follow redirects: a body meant for one address is not carried to another. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** Sent to the origin of `url` alone, never across a redirect to another. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  limits?: Partial<FetchLimits>;
  /** The first address may be plain http on its own port, to see whether it leads to an encrypted one. */
  mayStartPlain?: boolean;
  /** Ends the fetch before its own time is up, for a caller whose several fetches share one deadline. */
  signal?: AbortSignal | undefined;
};

type FetchRefusal = UrlRefusal | 'redirect_invalid' | 'too_many_redirects' | 'unknown_encoding';

/** Closed on purpose: no text of ours, of the resolver or of the other side travels in a failure. */
export type FetchResult =
  | {
      kind: 'ok';
      status: number;
      headers: Readonly<Record<string, string>>;
      bytes: Uint8Array;
      finalUrl: string;
      /** Of the last hop, where it was encrypted: in milliseconds, the end of its certificate. */
      certificateEndsAt?: number;
    }
  | { kind: 'refused'; reason: FetchRefusal }
  | { kind: 'too_large' }
  | { kind: 'timeout' }
  /** `isUntrusted`: the host answers with an invalid certificate. */
  | { kind: 'unreachable'; isUntrusted?: true };

export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** The one client for URLs that strangers give. Every hop is judged from scratch and pinned to a checked address. */
export function createGuardedFetch({ network, ...rules }: UrlRules & { network: Network }): GuardedFetch {
  return async ({ url: firstUrl, method = 'GET', headers: sent = {}, body, limits: asked, ...more }) => {
    const { signal: ended, mayStartPlain } = more;
    const limits = { ...FETCH_LIMITS, ...asked };
    const timeUp = AbortSignal.timeout(limits.totalMs);
    const signal = ended === undefined ? timeUp : AbortSignal.any([timeUp, ended]);

    let headers = sent;
    let next = decideUrl(firstUrl, mayStartPlain ? { ...rules, allowHttp: true } : rules);
    for (let redirects = 0; redirects <= limits.redirectsMax; redirects += 1) {
      if (next.kind === 'refused') return next;
      const { url } = next;

      const connection = await openPinned(network, url, {
        connectMs: limits.connectMs,
        signal,
        allowLoopback: rules.allowLoopback,
      });
      if (connection.kind !== 'ok') return connection;

      const certificateEndsAt = certificateEndOf(connection.socket);
      const order = { url, method, headers, body, bytesMax: limits.bytesMax, signal };
      const answer = await exchange(connection.socket, order);
      if (answer.kind === 'ok')
        return { ...answer, finalUrl: url.href, ...(certificateEndsAt === undefined ? {} : { certificateEndsAt }) };
      if (answer.kind !== 'redirect') return answer;
      if (answer.location === undefined) return { kind: 'refused', reason: 'redirect_invalid' };

      next = decideUrl(answer.location, rules, url);
      if (next.kind === 'ok' && next.url.origin !== url.origin) headers = {};
    }
    return { kind: 'refused', reason: 'too_many_redirects' };
  };
}
