/** Named limits of the contract reviewer. */
export const CONTRACT_LIMITS = {
  /** A file with a larger unreadable share does not count as read. */
  errorPermilleMax: 20,
  compileProblemsMax: 5,
  /** Imports followed over all files. */
  importsMax: 400,
  sourcesMax: 600,
  entriesMax: 400,
} as const;
