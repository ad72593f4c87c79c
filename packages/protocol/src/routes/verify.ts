import type { RouteTable } from '../route.ts';
import { DigestVerification, VerifyBatchAnswer, VerifyBatchRequest } from '../wire/verify.ts';
import { DigestParams, DigestQuery } from './parameters.ts';

/** Verification in batches and by digest instead of by one id. */
export const verifyRoutes = {
  verifyBatch: {
    method: 'POST',
    path: '/api/v1/public/verify/batch',
    plane: 'public',
    access: 'none',
    rate: 'verify',
    cache: 'private',
    summary: 'Verify up to 100 certificates or digests in one call',
    description:
      'Results are in the order of the items. For an unknown or malformed item, `found` is false and the item is not valid; other items are not affected. `scope` says what the digest ' +
      'of an item covers: with ENTRY_ONLY, an item is valid only if its product has no other files.',
    body: VerifyBatchRequest,
    bodyLimit: 'small',
    itemsPerUnit: 10,
    status: 200,
    answer: VerifyBatchAnswer,
    errors: ['status_stale'],
    failsClosed: true,
  },
  verifyDigest: {
    method: 'GET',
    path: '/api/v1/public/verify/by-digest/:digest',
    plane: 'public',
    access: 'none',
    rate: 'verify',
    cache: 'live',
    summary: 'Verify a file or bundle by its digest',
    description:
      'Takes the digest of an entry file (raw, or with LF line endings) or of a whole bundle, with file modes (treeSha256) or ' +
      'without them (bundleSha256). A symlink and a file with the same bytes have the same bundleSha256, so send both digests if you can. The digest of ' +
      'an entry file (`scope: ENTRY_ONLY`) is valid only if the product has no other files; `record.valid` is the validity of the certificate.',
    params: DigestParams,
    query: DigestQuery,
    status: 200,
    answer: DigestVerification,
    errors: ['digest_not_found', 'status_stale'],
    failsClosed: true,
  },
} as const satisfies RouteTable;
