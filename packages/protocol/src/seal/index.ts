export { type BundleDigests, type BundleFile, bundleSha256, describeBundle, type FileDigest } from './bundle-digest.ts';
export {
  CANONICAL_DEPTH_MAX,
  CanonicalJsonError,
  type CanonicalJsonReason,
  canonicalBytes,
  canonicalize,
  checkSealedValue,
  type JsonValue,
  SEALED_BYTES_MAX,
  sealedBytes,
} from './canonical-json.ts';
export { keccak256Hex, PAYLOAD_HASH_SCHEME, payloadHash, payloadSha256, sha256Hex } from './digest.ts';
export { LINE_ENDING_NORMALISATION, toLineFeeds } from './line-endings.ts';
export { SealError, type SealErrorCode } from './seal-error.ts';
