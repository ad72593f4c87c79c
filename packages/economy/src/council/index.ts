/** The council's rules: who sits, what a panel decides, who is paid and who pays. */

export {
  fadeOf,
  findSuspension,
  isRight,
  OBSERVATION_KINDS,
  type Observation,
  type ObservationKind,
  toAccuracy,
  toInterval,
} from './accuracy.ts';
export { type JudgedCase, toAgreement, toMultiplierBp } from './agreement.ts';
export {
  CANARY_KINDS,
  type Canary,
  type CanaryKind,
  type CanaryOutcome,
  chooseCanary,
  drawCalibration,
  judgeCanaryVote,
  pickCase,
} from './canary.ts';
export { toCommitment, toFindingsHash, type Vote } from './commitment.ts';
export { type Decision, decideRound, type RoundFacts, type Tally } from './decision.ts';
export { type Candidate, type Draw, drawPanel, drawSubstitute } from './draw.ts';
export {
  COUNCIL,
  FEE_PARTS,
  type FeePart,
  SEATED_PHASES,
  type SeatedPhase,
  SLASHING_CODES,
  type SlashingCode,
  WHOLE_BP,
} from './params.ts';
export {
  type FeeSplit,
  type Pay,
  payCanary,
  payFinders,
  paySeats,
  type SeatPay,
  splitFee,
  splitPay,
  toMarks,
  toSeatFee,
  toTopUp,
} from './pay.ts';
export { isReaderFamily, toReaderFamily } from './readers.ts';
export { roll, toRoundSeed } from './roll.ts';
export { type PastSlash, type Slash, type SlashShares, shareSlash, toSlash } from './slash.ts';
export { capClusters, clusterShareMax, toWeight } from './weight.ts';
