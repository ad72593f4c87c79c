import { Problem } from '@assay/protocol';
import type { FetchResult } from '../../platform/fetch/index.ts';

export type FetchedOk = Extract<FetchResult, { kind: 'ok' }>;

/** The request's part of an error message: the sentence for a missing target, and the size limit. */
export type Asked = { ifMissing: string; bytesMax: number };

export const notFound = (reason: string): Problem<'source_not_found'> => new Problem('source_not_found', { reason });

export const unavailable = (reason: string, options: ErrorOptions = {}): Problem<'source_unavailable'> =>
  new Problem('source_unavailable', undefined, { members: { reason }, ...options });

export const rejected = (reason: string): Problem<'bundle_rejected'> => new Problem('bundle_rejected', { reason });

export const tooLarge = (maxBytes: number): Problem<'source_too_large'> =>
  new Problem('source_too_large', { maxBytes });

/** For a private or missing repository the host asks for a login (401), without saying which it is. */
const MISSING: readonly number[] = [401, 404, 410, 451];
const TURNED_AWAY: readonly number[] = [403, 429];

/** Returns the answer with status 200, or throws the problem for the caller. */
export function expectOk(result: FetchResult, { ifMissing, bytesMax }: Asked): FetchedOk {
  switch (result.kind) {
    case 'ok':
      if (result.status === 200) return result;
      if (MISSING.includes(result.status)) throw notFound(ifMissing);
      if (TURNED_AWAY.includes(result.status)) {
        throw unavailable(
          'The source host rate-limits the service or blocks this repository. Try again in some minutes.',
        );
      }
      throw unavailable(`The source host answered with status ${result.status}.`);
    case 'too_large':
      throw tooLarge(bytesMax);
    case 'timeout':
      throw new Problem('source_timeout');
    case 'refused':
      throw unavailable('The source host redirected to an address that is not allowed.');
    case 'unreachable':
      throw unavailable('The source host cannot be reached.');
  }
}
