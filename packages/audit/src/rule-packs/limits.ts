/** Limits on the size and cost of a pack. All are counts, not times: the same pack gives the same result on every machine. */
export const PACK_LIMITS = {
  charactersMax: 10_000,
  rulesMax: 24,
  regexCharactersMax: 300,
  /** Instructions of one compiled regular expression. */
  programMax: 2_000,
  /** A text is searched for literals first. Shorter ones would match everywhere. */
  literalCharactersMin: 3,
  literalsPerNodeMax: 32,
  /** Each literal is searched for in the whole bundle. */
  literalsPerPackMax: 160,
  nodesPerRuleMax: 64,
  depthMax: 8,
  samplesMin: 2,
  samplesMax: 16,
  sampleCharactersMax: 2_000,
  /** Per rule and run. A rule with more matches carries no information. */
  matchesMax: 200,
  /** Maximum characters of a line for a regular expression. */
  lineCharactersMax: 600,
} as const;

/**
 * Steps of a pack on one bundle. A step is one instruction on one character, or one inspected fact.
 * `npm run bench marketplace` measures their time. The search for literals is limited by the number of literals instead, so
 * that a large bundle does not drop a pack.
 */
export const STEP_BUDGET = { steps: 150_000 } as const;
