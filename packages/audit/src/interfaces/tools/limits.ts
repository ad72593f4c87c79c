/** Named limits of the tool reviewer. Content beyond a limit is always reported. */
export const TOOL_LIMITS = {
  manifestCharsMax: 1_048_576,
  /** Prose limit for one string, and for all strings of a review. */
  textCharsMax: 32_768,
  proseCharsMax: 524_288,
  /** Sentences of a list that a reader is directed to. */
  passagesMax: 60,
  depthMax: 64,
  nodesMax: 400_000,
  /** Tools, prompts and resources of one server. No host offers an agent more. */
  toolsMax: 1_000,
  /** Files of a bundle that are read as lists. */
  manifestsMax: 40,
  /** Maximum depth of a list in a document. */
  listDepthMax: 6,
  duplicateKeysMax: 20,
  namesShownMax: 5,
} as const;
