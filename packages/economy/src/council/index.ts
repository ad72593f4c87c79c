/** The rules of the council: seats, decisions, pay and slashing. */

export { findSuspension, isRight, type Observation, type ObservationKind, toAccuracy, toInterval } from './accuracy.ts';
export { type JudgedCase, toMultiplierBp } from './agreement.ts';
export {
  CANARY_KINDS,
  type Canary,
  type CanaryKind,
  chooseCanary,
  drawCalibration,
  judgeCanaryVote,
  pickCase,
} from './canary.ts';
export { type Decision, decideRound, type Tally } from './decision.ts';
export { type Candidate, DRAW_RULES, type DrawRules, drawPanel, drawSubstitute, isReader } from './draw.ts';
export {
  COUNCIL,
  FEE_PARTS,
  SEATED_PHASES,
  type SeatedPhase,
  SLASHING_CODES,
  type SlashingCode,
  WHOLE_BP,
} from './params.ts';
export { type Pay, payCanary, payFinders, paySeats, splitFee, splitPay, toMarks, toSeatFee, toTopUp } from './pay.ts';
export { isReaderFamily, toReaderFamily } from './readers.ts';
export { CANARY_ANSWERS, distinguishFamilies, type FamilyPair, HOSTED_SEATS, hasRecord } from './record.ts';
export { roll, toRoundSeed } from './round-seed.ts';
export { type PastSlash, shareSlash, toSlash } from './slash.ts';
export { toWeight } from './weight.ts';
