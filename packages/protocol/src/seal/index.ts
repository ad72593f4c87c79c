export { findBase64, toBase64 } from './base64.ts';
export {
  type BundleDigests,
  type BundleFile,
  bundleSha256,
  describeBundle,
  PLAIN_FILE,
  SUBMODULE,
  treeSha256,
} from './bundle-digest.ts';
export { type BundleLink, findLinksThatLeave, LINK_HOPS_MAX } from './bundle-links.ts';
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
export { toCommitment } from './commitment.ts';
export { keccak256Hex, PAYLOAD_HASH_SCHEME, payloadHash, payloadSha256, sha256Hex } from './digest.ts';
export { createSigner, isSignedBy, KeyId, parsePublicKey, parseSeed, type Signer, toKeyId } from './ed25519.ts';
export { toFlagMessage } from './flag-message.ts';
export { gitObjectId, gitTreeId } from './git-tree.ts';
export {
  IJsonError,
  type IJsonLimits,
  type IJsonReason,
  PAYLOAD_JSON_LIMITS,
  parseIJson,
  parseIJsonBytes,
  REQUEST_JSON_LIMITS,
} from './i-json.ts';
export { toJsonPointer } from './json-pointer.ts';
export { LINE_ENDING_NORMALISATION, toLineFeeds } from './line-endings.ts';
export { SealError, type SealErrorCode } from './seal-error.ts';
export { type ClaimedSignature, verifySignatures } from './signatures.ts';
export { JsonSignature, type ProvenJson, SIGNED_JSON_SCHEME, signJson, verifySignedJson } from './signed-json.ts';
export {
  buildStatement,
  type ProvenStatement,
  preAuthenticationEncoding,
  STATEMENT_LIMITS,
  STATEMENT_PAYLOAD_TYPE,
  STATEMENT_PREDICATE_TYPE,
  STATEMENT_TYPE,
  Statement,
  StatementEnvelope,
  type StatementInput,
  signStatement,
  toEntrySubjectName,
  toPayloadSubjectName,
  verifyStatement,
} from './statement.ts';
