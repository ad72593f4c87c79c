/** Named limits of the API reviewer. Counters, never clocks. */
export const API_LIMITS = {
  charsMax: 4_194_304,
  depthMax: 64,
  /** Values of a document with its aliases written out. */
  nodesMax: 600_000,
  documentsMax: 20,
  operationsMax: 5_000,
  /** How far a schema is looked into from the place that uses it. */
  schemaDepthMax: 8,
  propertiesMax: 400,
  referencesMax: 64,
  /** Places that one finding names besides its first. */
  relatedMax: 10,
  /** Letters of descriptions and other texts that are read as prose. */
  proseCharsMax: 1_048_576,
} as const;
