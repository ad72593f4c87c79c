/** Named limits of the contract reviewer. */
export const CONTRACT_LIMITS = {
  /** A file with more of it unreadable is not taken as read. */
  errorPermilleMax: 20,
  compileProblemsMax: 5,
  /** Imports that are followed, over all files. */
  importsMax: 400,
  sourcesMax: 600,
  entriesMax: 400,
} as const;
