/** Units of the mark, the world's money: amounts are whole counts of 10⁻⁶ mark. */
const MARK_MINOR = 1_000_000n;

/** In the order in which they are stated on the wire. */
export const FEE_PARTS = ['PANEL', 'FINDINGS', 'RESERVE', 'CANARY', 'TREASURY', 'PLUGIN_AUTHORS'] as const;
export type FeePart = (typeof FEE_PARTS)[number];

export const SLASHING_CODES = [
  'NOT_REVEALED',
  'CANARY_MISSED',
  'FALSE_ALARM',
  'SUSPENDED_CRITICAL',
  'SUSPENDED_HIGH',
] as const;
export type SlashingCode = (typeof SLASHING_CODES)[number];

/** The phases that validators sit in; the fourth, HUMAN, belongs to an operator. */
export const SEATED_PHASES = ['PRIMARY', 'SECOND', 'APPEAL'] as const;
export type SeatedPhase = (typeof SEATED_PHASES)[number];

/** Ten thousand basis points are the whole. */
export const WHOLE_BP = 10_000;

/**
 * Every figure of the council, in one place. A change here is a change of the rules: the attack simulation must hold with
 * the new figures before they ship.
 */
export const COUNCIL = freezeDeep({
  /**
   * Where models read, some seats are theirs, of different families if there are two. Hosted seats vote by one report
   * (`reportSeatsMax`), and remote ones with a model of the service see with the same eyes (`sameModelSeatsMax`): together they are
   * fewer than decide. Eleven seats keep the ratio of two in five, rounded down: four of a family,
   * so at least three families. Remote validators that were
   * not told apart (`alikeSeatsMax`) are fewer than can keep content seats from deciding SAFE: one of five twice, two of eleven.
   */
  panels: {
    PRIMARY: {
      seats: 5,
      seatsMin: 5,
      familySeatsMax: 2,
      readerSeatsMin: 2,
      reportSeatsMax: 2,
      sameModelSeatsMax: 1,
      alikeSeatsMax: 1,
    },
    SECOND: {
      seats: 5,
      seatsMin: 5,
      familySeatsMax: 2,
      readerSeatsMin: 2,
      reportSeatsMax: 2,
      sameModelSeatsMax: 1,
      alikeSeatsMax: 1,
    },
    APPEAL: {
      seats: 11,
      seatsMin: 9,
      familySeatsMax: 4,
      readerSeatsMin: 2,
      reportSeatsMax: 4,
      sameModelSeatsMax: 2,
      alikeSeatsMax: 2,
    },
  },
  /** A seat is kept for remote validators for each so many of their clusters: no validator gets more than every fourth panel because of it. */
  remoteClustersPerSeat: 4,
  /**
   * A remote validator has a record when so many of its newest answers to canaries were right, the last ones all of them, and so many of
   * each kind: an error ends it until the next answers are right again.
   * Declared families are told apart by so many errors that only one of them made. Those without a record, and those not told apart from
   * the hosted seats, have together at most this part of the weight.
   */
  record: { newest: 10, rightMin: 9, lastRight: 3, eachKindMin: 2, erredAloneMin: 2, unmeasuredWeightShareMax: 0.05 },
  votes: {
    primaryUnanimous: 5,
    secondOwnMin: 4,
    secondSafeTogetherMin: 8,
    secondUnsafeTogetherMin: 6,
    appealSafeMin: 9,
    appealUnsafeMin: 7,
  },
  windows: {
    hosted: { commitSeconds: 120, revealSeconds: 60 },
    /** Who has not fetched its bundle by then is replaced at once. */
    remote: { downloadSeconds: 60, commitSeconds: 900, revealSeconds: 300 },
  },
  entry: {
    actorAgeWorldDaysMin: 30,
    reputationMin: 60,
    stakeMinMinor: 1_000n * MARK_MINOR,
    stakeMaxMinor: 5_000n * MARK_MINOR,
    unbondingDays: 14,
  },
  calibration: { cases: 10, knownBadCases: 5, passMin: 8, attemptsPerWeek: 2 },
  /** A remote validator that keeps silent so often within so many days is suspended until it calibrates again. */
  silence: { suspendAfter: 3, withinDays: 7 },
  weight: {
    stakeUnitMinor: 1_000n * MARK_MINOR,
    clusterShareMin: 0.03,
    clusterShareOfActive: 1.5,
    fundingLinkDays: 90,
  },
  accuracy: {
    priorRight: 2,
    priorWrong: 1,
    passedKnownGoodWeight: 0.25,
    halfLifeDays: 90,
    suspendBelow: 0.6,
    suspendAfterObservations: 6,
    suspendStakeBelowBp: 7_000,
  },
  /** A seat's pay follows how well its votes tell cases apart; before `casesMin` cases there is nothing to tell. */
  agreement: { target: 0.18, multiplierMaxBp: 15_000, multiplierStartBp: WHOLE_BP / 2, casesMin: 10, casesWindow: 100 },
  /** 1 USDC of fees is 100 marks, and both have six decimals. */
  marksPerUsdc: 100n,
  feeSplitBp: { PANEL: 4_000, FINDINGS: 1_500, RESERVE: 2_000, CANARY: 1_000, TREASURY: 1_000, PLUGIN_AUTHORS: 500 },
  pay: { vestingShareBp: 5_000, vestingDays: 30, topUpShareBp: 5_000 },
  /** Finders share five findings parts, less a tenth for each further finder; the maximum is one part each. */
  findings: { poolPartsShared: 5n, furtherFinderBp: 9_000 },
  canaries: {
    panelRateBp: 1_200,
    knownBadShareBp: 5_000,
    plainShareOfBadBp: 6_000,
    caughtSeatFeesMax: 3n,
    passedSeatFeesMax: 1n,
  },
  slashingBp: {
    NOT_REVEALED: 100,
    CANARY_MISSED: 500,
    FALSE_ALARM: 400,
    SUSPENDED_CRITICAL: 2_000,
    SUSPENDED_HIGH: 800,
  },
  slashing: { afterIssueCapBp: 5_000, afterIssueCapDays: 30, dissentersShareBp: 3_000 },
});

function freezeDeep<const Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freezeDeep(member);
  return Object.freeze(value);
}
