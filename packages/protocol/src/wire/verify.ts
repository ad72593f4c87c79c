/** Verification of many items at once, or by files on disk instead of by id. */
import { z } from 'zod';
import { Digest, Sha256 } from '../ids.ts';
import { LIST_LIMITS } from '../limits.ts';
import { VerifyRecord } from './certificate.ts';
import { Count, Time } from './common.ts';

/** The form of ids and digests is not checked here: one malformed item must not fail the whole batch. */
const VerifyItem = z
  .object({
    certificateId: z.string().max(128).optional(),
    digest: z.string().max(128).optional(),
    expectSha256: Sha256.optional().describe(
      'Must equal the entrySha256, rawSha256, bundleSha256 or treeSha256 of the certificate.',
    ),
    treeSha256: Sha256.optional().describe("Must equal the certificate's treeSha256, if it has one."),
  })
  .refine((item) => (item.certificateId === undefined) !== (item.digest === undefined), {
    error: 'Send either certificateId or digest.',
  });

export const VerifyBatchRequest = z
  .object({ items: z.array(VerifyItem).min(1).max(LIST_LIMITS.verifyBatchMax) })
  .meta({ id: 'VerifyBatchRequest' });
export type VerifyBatchRequest = z.infer<typeof VerifyBatchRequest>;

/** The part of a product that a digest covers. */
const DigestScope = z.enum(['BUNDLE', 'TREE', 'ENTRY_ONLY']);
export type DigestScope = z.infer<typeof DigestScope>;

export const VerifyBatchAnswer = z
  .object({
    items: z.array(
      z.object({
        index: Count,
        found: z.boolean(),
        valid: z
          .boolean()
          .describe('Also false for a digest of scope ENTRY_ONLY if the product has other files; see `record.valid`.'),
        scope: DigestScope.nullable().describe("What the item's digest covers; null for an item without a digest."),
        reason: z.string().nullable(),
        record: VerifyRecord.nullable(),
      }),
    ),
    allValid: z.boolean(),
    checkedAt: Time,
  })
  .meta({ id: 'VerifyBatchAnswer' });
export type VerifyBatchAnswer = z.infer<typeof VerifyBatchAnswer>;

/** A match of the entry file alone says nothing about the files beside it. */
const DigestMatch = z.object({
  matchedBy: z.enum(['skillMdSha256', 'entrySha256', 'rawSha256', 'bundleSha256', 'treeSha256']),
  scope: DigestScope,
  record: VerifyRecord,
});

export const DigestVerification = z
  .object({
    digest: Digest,
    valid: z
      .boolean()
      .describe(
        'True if one match is valid and covers every file of its product, and no match for the same bundle is suspended. A match of scope ENTRY_ONLY ' +
          'covers only a product with a single file.',
      ),
    matches: z.array(DigestMatch).max(LIST_LIMITS.digestMatchesMax),
  })
  .meta({ id: 'DigestVerification' });
export type DigestVerification = z.infer<typeof DigestVerification>;
