/** What a pack may hold and spend. All are counted, never timed: the same pack gives the same answer everywhere. */
export const PACK_LIMITS = {
  charactersMax: 10_000,
  rulesMax: 24,
  regexCharactersMax: 300,
  /** Instructions of one compiled regular expression. */
  programMax: 2_000,
  /** A text is searched for plain letters first; fewer than these would be everywhere. */
  literalCharactersMin: 3,
  literalsPerNodeMax: 32,
  /** Each is searched for in the whole bundle. */
  literalsPerPackMax: 160,
  nodesPerRuleMax: 64,
  depthMax: 8,
  samplesMin: 2,
  samplesMax: 16,
  sampleCharactersMax: 2_000,
  /** Per rule and run; what matches more often says nothing. */
  matchesMax: 200,
  /** A regular expression looks at this much of a line. */
  lineCharactersMax: 600,
} as const;

/**
 * Steps of a pack on one bundle: one instruction tried on one letter, or one fact looked at: `npm run bench market` has their time. Searching for plain
 * letters is bounded by how many a pack may name, so that a large bundle does not drop it.
 */
export const STEP_BUDGET = { steps: 150_000 } as const;
