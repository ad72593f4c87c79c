import { gzipSync } from 'node:zlib';
import { Problem, type Signer, STATUS_LIST_BITS, STATUS_TOKEN_SECONDS, type StatusPurpose } from '@assay/protocol';
import type { LogStore } from './log.store.ts';
import { signToken } from './signed-tokens.ts';

type Deps = {
  readonly store: Pick<LogStore, 'withoutStanding' | 'hasIssued'>;
  readonly getSigner: () => Promise<Signer>;
  readonly issuerUrl: string;
  readonly urlOf: (purpose: StatusPurpose, list: number) => string;
  readonly clock: { now(): Date };
};

/** Verifiers may use a list for as long as a status token. Caches renew it every minute. */
const TTL_MS = 60_000;

/**
 * W3C Bitstring Status List: the first index is the leftmost bit, and the list is gzipped and base64url-encoded with
 * the prefix `u`.
 */
function encodeList(indexes: readonly number[]): string {
  const bits = Buffer.alloc(STATUS_LIST_BITS / 8);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return `u${gzipSync(bits).toString('base64url')}`;
}

/** One small file for many certificates, so that a request does not reveal which of them a verifier uses. */
export function createStatusLists({ store, getSigner, issuerUrl, urlOf, clock }: Deps) {
  return async (purpose: StatusPurpose, list: number): Promise<string> => {
    const from = list * STATUS_LIST_BITS;
    if (!(await store.hasIssued(from, from + STATUS_LIST_BITS))) throw new Problem('status_list_not_found');
    const rows = await store.withoutStanding(from, from + STATUS_LIST_BITS);
    const set = rows
      .filter(({ revoked }) => purpose === 'suspension' || revoked)
      .map(({ leafIndex }) => leafIndex - from);
    const now = clock.now();
    const id = urlOf(purpose, list);
    const credential = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: issuerUrl,
      validFrom: now.toISOString(),
      validUntil: new Date(now.getTime() + STATUS_TOKEN_SECONDS * 1_000).toISOString(),
      credentialSubject: {
        id: `${id}#list`,
        type: 'BitstringStatusList',
        statusPurpose: purpose,
        encodedList: encodeList(set),
        ttl: TTL_MS,
      },
    };
    return signToken('vc+jwt', credential, await getSigner());
  };
}
export type StatusLists = ReturnType<typeof createStatusLists>;
