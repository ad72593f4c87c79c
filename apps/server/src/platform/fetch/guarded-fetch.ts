import { certificateEndOf } from './certificate.ts';
import { exchange } from './exchange.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { openPinned } from './pinned-connection.ts';
import { decideUrl, type UrlRefusal, type UrlRules } from './url-policy.ts';

export type FetchRequest = {
  url: string;
  /** Only GET and HEAD follow redirects: a body is never sent to an address that its sender did not name. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** Sent only to the origin of `url`, never across a redirect to another origin. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  limits?: Partial<FetchLimits>;
  /** Permits plain HTTP on its default port for the first URL, to see whether it redirects to an encrypted one. */
  mayStartPlain?: boolean;
  /** Aborts the fetch before its own time limit, for a caller whose fetches share a deadline. */
  signal?: AbortSignal | undefined;
};

type FetchRefusal = UrlRefusal | 'redirect_invalid' | 'too_many_redirects' | 'unknown_encoding';

/** A closed set: a failure carries no text of the service, the resolver or the peer. */
export type FetchResult =
  | {
      kind: 'ok';
      status: number;
      headers: Readonly<Record<string, string>>;
      bytes: Uint8Array;
      finalUrl: string;
      /** Expiry of the last hop's certificate in milliseconds, if the hop was encrypted. */
      certificateEndsAt?: number;
    }
  | { kind: 'refused'; reason: FetchRefusal }
  | { kind: 'too_large' }
  | { kind: 'timeout' }
  /** `isUntrusted`: the host presented an invalid certificate. */
  | { kind: 'unreachable'; isUntrusted?: true };

export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** The only client for untrusted URLs. Every hop is checked from scratch and pinned to a checked address. */
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
