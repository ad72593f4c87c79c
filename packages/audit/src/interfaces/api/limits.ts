/** Named limits of the API reviewer. Counters, never clocks. */
export const API_LIMITS = {
  charsMax: 4_194_304,
  depthMax: 64,
  /** Values of a document after expansion of its aliases. */
  nodesMax: 600_000,
  documentsMax: 20,
  operationsMax: 5_000,
  referencesMax: 64,
  /** Further places in one finding. */
  relatedMax: 10,
  /** Characters of descriptions and other texts that are read as prose. */
  proseCharsMax: 1_048_576,
} as const;
