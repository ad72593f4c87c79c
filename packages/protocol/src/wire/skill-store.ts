/** The signed feed of all certified skills. A client must use an entry only after verify answers valid true. */
import { z } from 'zod';
import { CertificateId, Digest, Hash32, Sha256 } from '../ids.ts';
import { LIST_LIMITS } from '../limits.ts';
import { JsonSignature } from '../seal/signed-json.ts';
import { CertificateStatus } from './certificate.ts';
import { Count, Cursor, Link, ProductType, SecurityLevel, Time } from './common.ts';
import { InstructionsReadBy, Source } from './sealed.ts';

export const SKILL_STORE_SCHEMA = 'assay-skill-store/v1';
/** An expired feed must not be used. */
export const SKILL_STORE_LIFE_SECONDS = 3_600;

export const SkillStoreEntry = z
  .object({
    certificateId: CertificateId,
    name: z.string(),
    version: z.string(),
    productType: ProductType,
    description: z.string(),
    source: Source,
    type: z
      .enum(['skill-md', 'archive'])
      .nullable()
      .describe('Null if the product cannot be installed from one URL; `url` is then null too.'),
    url: z.string().nullable(),
    digest: Digest.nullable().describe('Digest of the unmodified bytes at `url`.'),
    digests: z.object({
      skillMdSha256: Sha256.nullable(),
      entrySha256: Sha256,
      rawSha256: Sha256,
      bundleSha256: Sha256,
      treeSha256: Sha256.optional().describe('Absent for a certificate of schema v1.'),
      payloadHash: Hash32,
    }),
    verifyUrl: Link,
    securityLevel: SecurityLevel,
    instructionsReadBy: InstructionsReadBy,
    issuedAt: Time,
    status: CertificateStatus,
    activeFlagCount: Count,
    changedAt: Time,
    sequence: Count,
  })
  .meta({ id: 'SkillStoreEntry' });
export type SkillStoreEntry = z.infer<typeof SkillStoreEntry>;

export const SkillStoreFeed = z
  .object({
    schema: z.literal(SKILL_STORE_SCHEMA),
    issuer: Link,
    sequence: Count.describe('Increases with every change. Reject a value lower than the highest that you have seen.'),
    generatedAt: Time,
    expiresAt: Time,
    total: Count,
    since: Count.nullable(),
    entries: z.array(SkillStoreEntry).max(LIST_LIMITS.feedPageMax),
    nextCursor: z.string().nullable(),
    signature: JsonSignature.describe('Signs the canonical JSON of this page without this member.'),
  })
  .meta({ id: 'SkillStoreFeed' });
export type SkillStoreFeed = z.infer<typeof SkillStoreFeed>;

export const SkillStoreQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMITS.feedPageMax).default(LIST_LIMITS.feedPageMax),
  cursor: Cursor.optional(),
  since: z.coerce.number().int().min(0).optional().describe('Return only entries changed after this sequence number.'),
});
export type SkillStoreQuery = z.infer<typeof SkillStoreQuery>;
