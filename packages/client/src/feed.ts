import type { Answer, Routes } from '@assay/protocol';
import { canonicalBytesOf } from './canonical.ts';
import { findSigners, type VerifySignature } from './keys.ts';
import { AssayError } from './reasons.ts';
import {
  CLOCK_SKEW_MS,
  type Dict,
  isCertificateId,
  isCount,
  isDict,
  isHash32,
  isLevel,
  isSha256,
  isStatus,
  isText,
  isTime,
} from './shape.ts';

export type FeedPage = Answer<Routes['readSkillStore']>;
export type FeedEntry = FeedPage['entries'][number];

export const FEED_LIMITS = {
  lifeMs: 3_600_000,
  walksMax: 3,
  /** `total` comes from the service, so it must not determine memory use or waiting time. */
  entriesMax: 500_000,
  pagesMax: 1_000,
  walkMs: 120_000,
} as const;

const SCHEMA = 'assay-skill-store/v1';
const SCHEME = 'jcs-ed25519-v1';

const malformed = (detail: string): AssayError => new AssayError('feed_malformed', detail);

/** A complete, unexpired page signed by a trusted key. Throws AssayError. */
export async function readPage(
  body: unknown,
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifySignature,
  now: number,
): Promise<FeedPage> {
  if (!isDict(body)) throw malformed('The feed is not an object.');
  await requireSignature(body, keys, verify);
  if (body.schema !== SCHEMA) throw malformed('The feed has an unknown schema.');
  const { issuer, sequence, generatedAt, expiresAt, total, since, entries, nextCursor } = body;
  const isValidShape =
    isText(issuer) &&
    isCount(sequence) &&
    isTime(generatedAt) &&
    isTime(expiresAt) &&
    isCount(total) &&
    (since === null || isCount(since));
  if (!isValidShape || !Array.isArray(entries) || !(nextCursor === null || isText(nextCursor)))
    throw malformed('The feed cannot be read.');
  if (!entries.every(isEntry)) throw malformed('An entry of the feed cannot be read.');
  if (entries.some((entry) => entry.sequence > sequence))
    throw malformed('An entry of the feed is newer than the feed.');
  requireHour(Date.parse(generatedAt), Date.parse(expiresAt), now);
  return body as unknown as FeedPage;
}

/** Requires a `jcs-ed25519-v1` signature of one of these keys. Throws AssayError. */
export async function requireSignature(
  body: Dict,
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifySignature,
): Promise<void> {
  const { signature, ...rest } = body;
  if (!isDict(signature) || signature.alg !== 'Ed25519' || signature.scheme !== SCHEME)
    throw new AssayError('feed_signature', 'The document is not signed.');
  const signers = await findSigners(
    canonicalBytesOf(rest, 'feed_malformed'),
    [{ keyId: signature.keyId, value: signature.value }],
    keys,
    verify,
  );
  if (!signers || signers.size === 0)
    throw new AssayError('feed_signature', 'The document is not signed by a trusted key.');
}

function requireHour(generatedAt: number, expiresAt: number, now: number): void {
  if (expiresAt <= now) throw new AssayError('feed_expired', 'The feed is too old to be used.');
  if (generatedAt > now + CLOCK_SKEW_MS)
    throw new AssayError(
      'feed_expired',
      'The issue time of the feed is in the future. Check the clock of this machine.',
    );
  if (expiresAt - generatedAt > FEED_LIMITS.lifeMs) throw malformed('The feed has a validity of more than one hour.');
}

const isEntry = (entry: unknown): entry is FeedEntry =>
  isDict(entry) &&
  isCertificateId(entry.certificateId) &&
  isText(entry.name) &&
  isText(entry.version) &&
  isStatus(entry.status) &&
  isLevel(entry.securityLevel) &&
  isCount(entry.activeFlagCount) &&
  isCount(entry.sequence) &&
  isTime(entry.issuedAt) &&
  isDict(entry.digests) &&
  isSha256(entry.digests.entrySha256) &&
  isSha256(entry.digests.rawSha256) &&
  isSha256(entry.digests.bundleSha256) &&
  isHash32(entry.digests.payloadHash);
