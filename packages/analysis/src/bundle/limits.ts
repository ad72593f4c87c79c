/** How much of a bundle is looked at. Counters, never clocks: the same bundle meets the same limits everywhere. */
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
