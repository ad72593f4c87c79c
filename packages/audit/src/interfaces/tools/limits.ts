/** Named limits of the tool reviewer. What lies beyond one is said, never passed over. */
export const TOOL_LIMITS = {
  manifestCharsMax: 1_048_576,
  /** One string, and all strings of a review, that are read as prose. */
  textCharsMax: 32_768,
  proseCharsMax: 524_288,
  /** Sentences of a list that a reader is pointed at. */
  passagesMax: 60,
  depthMax: 64,
  nodesMax: 400_000,
  /** Tools, prompts and resources of one server; no host offers an agent more. */
  toolsMax: 1_000,
  /** Files of a bundle that are read as lists. */
  manifestsMax: 40,
  /** How deep below a document a list may stand. */
  listDepthMax: 6,
  duplicateKeysMax: 20,
  namesShownMax: 5,
} as const;
