/** The browser-safe API of the package, export by export. For folders and files on disk: `@assay/client/node`. */
export { type Client, type ClientOptions, createClient, type Subject } from './client.ts';
export {
  type CertifiedFile,
  compareFiles,
  type Drift,
  type DriftFile,
  type FileState,
  type Integrity,
  type LocalFile,
} from './drift.ts';
export { FEED_LIMITS, type FeedEntry, type FeedPage } from './feed.ts';
export { type FilesVerification, type LocalFolder, uncheckedWarnings } from './files.ts';
export { type Decision, decideGuard, type Guarded, type GuardPolicy } from './guard.ts';
export { type Ending, type Fetch, HTTP_LIMITS, type HttpOptions, type Meter } from './http.ts';
export { findPublicKey, platformEd25519, toKeyId, type VerifySignature } from './keys.ts';
export { type Anchored, type ChainPin, type ChainRpc, certificateKey, verifyOnChain } from './on-chain.ts';
export {
  AssayError,
  type FieldError,
  NetworkError,
  type Reason,
  type ReasonCode,
  ServiceError,
} from './reasons.ts';
export type { Reviewer, VerifyRecord } from './record.ts';
export type { FeedMark, FeedMarkStore, Registry } from './registry.ts';
export { toSealedFacts } from './sealed-facts.ts';
export { memorySeenStore, type Seen, type SeenStore } from './seen.ts';
export type { Reader, RiskLevel, SecurityLevel } from './shape.ts';
export { type ProvenStatement, requireFiles, requirePayload, verifyStatement } from './statement.ts';
export { type ServiceEvent, STREAM_LIMITS, type WatchOptions } from './stream.ts';
export { type RootStore, TRUST_ROOT_PATH, type Trust, type TrustOption } from './trust.ts';
export {
  followTrustRoot,
  type KeyUse,
  keysFor,
  parseTrustRoot,
  requireCurrent,
  type TrustedKey,
  type TrustRoot,
} from './trust-root.ts';
export { VERIFY_LIMITS, type Verification } from './verifier.ts';
export { BATCH_MAX, type Item } from './verify-many.ts';
