import { BUNDLE_LIMITS, REQUEST_LIMITS } from '@assay/protocol';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits on content from a repository. The engine's intake (audit) has the same limits for a whole bundle. */
export const SOURCE_LIMITS = {
  urlCharsMax: 2_048,
  refBytesMax: 255,
  pathBytesMax: 512,
  pathDepthMax: 32,
  /** All paths together: statements, assignments and reports list them and have size limits. */
  pathsBytesMax: 256 * KIB,
  fileBytesMax: BUNDLE_LIMITS.fileBytesMax,
  filesMax: BUNDLE_LIMITS.repositoryFilesMax,
  archiveBytesMax: BUNDLE_LIMITS.archiveBytesMax,
  unpackedBytesMax: BUNDLE_LIMITS.unpackedBytesMax,
  unpackRatioMax: BUNDLE_LIMITS.unpackRatioMax,
  /** Files and folders visited, each as often as it is referenced. */
  walkedEntriesMax: 50_000,
  /** Objects in one git pack: files and the folders that contain them. */
  packObjectsMax: 20_000,
  packUnpackedBytesMax: 2 * BUNDLE_LIMITS.unpackedBytesMax,
  /** The maximum that git itself produces. */
  packDeltaDepthMax: 4_095,
  /** The advertisement of a repository with 200,000 refs has about this size. */
  refsBytesMax: 16 * MIB,
  fetchMs: REQUEST_LIMITS.sourceFetchMs,
  /** Concurrent fetches of one process. */
  fetchesMax: 16,
} as const;
