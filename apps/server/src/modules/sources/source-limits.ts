import { BUNDLE_LIMITS, REQUEST_LIMITS } from '@assay/protocol';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What may be taken from a repository. The engine's intake (audit) has the same figures for a whole bundle. */
export const SOURCE_LIMITS = {
  urlCharsMax: 2_048,
  refBytesMax: 255,
  pathBytesMax: 512,
  pathDepthMax: 32,
  /** All paths together: they are listed in statements, assignments and reports, and those have limits. */
  pathsBytesMax: 256 * KIB,
  fileBytesMax: BUNDLE_LIMITS.fileBytesMax,
  filesMax: BUNDLE_LIMITS.repositoryFilesMax,
  archiveBytesMax: BUNDLE_LIMITS.archiveBytesMax,
  unpackedBytesMax: BUNDLE_LIMITS.unpackedBytesMax,
  unpackRatioMax: BUNDLE_LIMITS.unpackRatioMax,
  /** Files and folders that are looked at, each as often as it is named. */
  walkedEntriesMax: 50_000,
  /** Of one pack of git: files, and the folders that hold them. */
  packObjectsMax: 20_000,
  packUnpackedBytesMax: 2 * BUNDLE_LIMITS.unpackedBytesMax,
  /** As many as git itself ever puts on one another. */
  packDeltaDepthMax: 4_095,
  /** A repository with 200,000 refs advertises about this much. */
  refsBytesMax: 16 * MIB,
  fetchMs: REQUEST_LIMITS.sourceFetchMs,
  /** Fetches of one process at a time. */
  fetchesMax: 16,
} as const;
