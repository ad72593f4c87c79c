/** Minor units of a mark, the money of the world: amounts are integers of 10⁻⁶ mark. */
const MARK_MINOR = 1_000_000n;

/** In the order of the wire format. */
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

/** The phases with validator seats. An operator decides in the fourth phase, HUMAN. */
export const SEATED_PHASES = ['PRIMARY', 'SECOND', 'APPEAL'] as const;
export type SeatedPhase = (typeof SEATED_PHASES)[number];

/** Basis points of the whole. */
export const WHOLE_BP = 10_000;

/**
 * Every parameter of the council. A change here changes the rules: the attack simulation must pass with the new values
 * before they ship.
 */
export const COUNCIL = freezeDeep({
  /**
   * While reading models are available, some seats are theirs, of different families if there are two. Hosted seats
   * vote by one report (`reportSeatsMax`), and remote seats with a model of the service make the same errors
   * (`sameModelSeatsMax`): together they are fewer than decide. Eleven seats keep the ratio of two in five, rounded
   * down: four of a family, so at least three families. Remote validators that were not distinguished (`alikeSeatsMax`)
   * are fewer than can block a SAFE decision: one of five twice, two of eleven.
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
  /**
   * One seat is reserved for remote validators for each group of this many clusters, so the reservation gives no
   * validator more than every fourth panel.
   */
  remoteClustersPerSeat: 4,
  /**
   * A remote validator has a record when enough of its newest canary answers are right, including all of the last ones,
   * with a minimum of each kind. An error ends the record until the next answers are right again. Two declared families
   * are distinguished by a number of errors that only one of them made. Validators without a record, and those not
   * distinguished from the hosted seats, have together at most this share of the weight.
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
    /** A seat that has not fetched its bundle by then is replaced immediately. */
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
  /** A remote validator that is silent this often within this many days is suspended until it calibrates again. */
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
  /** A seat's pay depends on how well its votes distinguish cases. Below `casesMin` cases this cannot be measured. */
  agreement: { target: 0.18, multiplierMaxBp: 15_000, multiplierStartBp: WHOLE_BP / 2, casesMin: 10, casesWindow: 100 },
  /** 1 USDC of fees is 100 marks. Both have six decimals. */
  marksPerUsdc: 100n,
  feeSplitBp: { PANEL: 4_000, FINDINGS: 1_500, RESERVE: 2_000, CANARY: 1_000, TREASURY: 1_000, PLUGIN_AUTHORS: 500 },
  pay: { vestingShareBp: 5_000, vestingDays: 30, topUpShareBp: 5_000 },
  /** Finders share five findings parts, minus a tenth for each further finder. The maximum is one part each. */
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
