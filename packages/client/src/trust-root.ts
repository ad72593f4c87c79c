import { canonicalBytesOf } from './canonical.ts';
import { findPublicKey, findSigners, toKeyId, type VerifySignature } from './keys.ts';
import { AssayError } from './reasons.ts';
import { CLOCK_SKEW_MS, type Dict, isCount, isDict, isKeyId, isText, isTime, oneOf } from './shape.ts';

const KEY_USES = ['certificate', 'status', 'feed', 'receipt', 'log', 'webhook'] as const;
export type KeyUse = (typeof KEY_USES)[number];

export type TrustedKey = {
  readonly keyId: string;
  readonly use: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly validFrom: string;
  readonly validUntil: string | null;
};

/** A version of the service's key list that was verified with the previous one. */
export type TrustRoot = {
  readonly version: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly threshold: number;
  readonly keys: readonly TrustedKey[];
  readonly previous: string | null;
  /** The unchanged document, for storing and pinning. */
  readonly document: Dict;
};

export const TRUST_LIMITS = { keysMax: 256, signaturesMax: 64, versionsMax: 64, documentBytesMax: 262_144 } as const;

const refuse = (detail: string): AssayError => new AssayError('trust_root', detail);
const isOurAlgorithm = oneOf(['Ed25519']);

/** Parses a trust root without verifying its signatures. Throws AssayError. */
async function readDocument(value: unknown): Promise<TrustRoot> {
  if (!isDict(value) || !Array.isArray(value.keys) || !Array.isArray(value.signatures))
    throw refuse('The trust root cannot be read.');
  const { version, issuedAt, expiresAt, threshold, previous } = value;
  const isValidShape =
    isCount(version) &&
    version > 0 &&
    isTime(issuedAt) &&
    isTime(expiresAt) &&
    issuedAt < expiresAt &&
    isCount(threshold) &&
    threshold > 0;
  if (!isValidShape || !(previous === null || isText(previous))) throw refuse('The trust root cannot be read.');
  if (value.keys.length > TRUST_LIMITS.keysMax || value.signatures.length > TRUST_LIMITS.signaturesMax)
    throw refuse('The trust root is too long.');
  const keys = await Promise.all(value.keys.map(readKey));
  if (new Set(keys.map(({ keyId, use }) => `${keyId} ${use}`)).size !== keys.length)
    throw refuse('The trust root lists a key twice.');
  return { version, issuedAt, expiresAt, threshold, previous, keys, document: value };
}

async function readKey(value: unknown): Promise<TrustedKey> {
  const publicKey = isDict(value) ? findPublicKey(value.publicKey) : undefined;
  if (!isDict(value) || !publicKey || !isOurAlgorithm(value.alg))
    throw refuse('A key of the trust root cannot be read.');
  const { keyId, use, validFrom, validUntil } = value;
  if (!isKeyId(keyId) || keyId !== (await toKeyId(publicKey)))
    throw refuse('The id of a key in the trust root does not match the key.');
  if (!isText(use) || !isTime(validFrom) || !(validUntil === null || isTime(validUntil)))
    throw refuse('A key of the trust root cannot be read.');
  return { keyId, use, publicKey, validFrom, validUntil };
}

/**
 * Requires the threshold of `by` in distinct keys of `by` that signed `root`. Only certificate keys count, so that a
 * webhook or log key cannot name others, and only keys in force at the issue time: a key that was ended because it was
 * stolen must not vouch for its own return.
 */
async function requireSigned(root: TrustRoot, by: TrustRoot, verify: VerifySignature): Promise<void> {
  const { signatures, ...body } = root.document;
  const claims = (signatures as unknown[]).map((each) => ({
    keyId: isDict(each) ? each.keyId : '',
    value: isDict(each) ? each.value : '',
  }));
  const issuedAt = Date.parse(root.issuedAt);
  const distinct = [
    ...new Map(
      by.keys
        .filter((key) => key.use === 'certificate' && isInForce(key, issuedAt))
        .map((key) => [key.keyId, key.publicKey]),
    ).values(),
  ];
  const signers = await findSigners(canonicalBytesOf(body, 'trust_root'), claims, distinct, verify);
  if (!signers || signers.size < by.threshold)
    throw refuse(`Version ${root.version} of the trust root is not signed by version ${by.version}.`);
}

/** A configured root. It must be complete and signed by its own keys. */
export async function parseTrustRoot(value: unknown, verify: VerifySignature): Promise<TrustRoot> {
  const root = await readDocument(value);
  await requireSigned(root, root, verify);
  return root;
}

/**
 * The next version, verified with the keys of the current one. Versions are consecutive, because a skipped one could
 * have removed a key.
 */
export async function followTrustRoot(current: TrustRoot, value: unknown, verify: VerifySignature): Promise<TrustRoot> {
  const next = await readDocument(value);
  if (next.version !== current.version + 1)
    throw refuse(`Version ${next.version} of the trust root does not follow version ${current.version}.`);
  if (next.issuedAt < current.issuedAt) throw refuse('The next trust root is older than the previous one.');
  await requireSigned(next, current, verify);
  return next;
}

export function requireCurrent(root: TrustRoot, now: number): TrustRoot {
  if (Date.parse(root.expiresAt) <= now) throw refuse(`The trust root expired at ${root.expiresAt}.`);
  if (Date.parse(root.issuedAt) > now + CLOCK_SKEW_MS)
    throw refuse('The issue time of the trust root is in the future.');
  return root;
}

const isInForce = ({ validFrom, validUntil }: TrustedKey, at: number): boolean =>
  Date.parse(validFrom) <= at + CLOCK_SKEW_MS && (validUntil === null || at < Date.parse(validUntil));

/** The keys that may sign for a purpose at a moment. */
export const keysFor = ({ keys }: TrustRoot, use: KeyUse, at: number): Uint8Array<ArrayBuffer>[] =>
  keys.filter((key) => key.use === use && isInForce(key, at)).map(({ publicKey }) => publicKey);
