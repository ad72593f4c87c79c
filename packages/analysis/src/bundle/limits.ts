/**
 * How much of a bundle the engine reads. The limits are counters, not clocks, so that a bundle meets the same limits on
 * every machine.
 */
export const INTAKE_LIMITS = {
  bundleBytesMax: 10_485_760,
  unpackedBytesMax: 16_777_216,
  fileBytesMax: 4_194_304,
  textCharsMax: 4_194_304,
  filesMax: 2_000,
  pathBytesMax: 512,
  pathDepthMax: 32,
  archiveDepthMax: 4,
  archiveRatioMax: 100,
  archiveEntriesMax: 2_000,
} as const;
