export { PASSES } from '@assay/analysis/types/reading';
export { ModelAnswer, parseAnswer } from './answer/answer.ts';
export { type CombinedReadings, combineReadings, type ReadPlace } from './answer/combine.ts';
export { foldReadings, type OtherObservations } from './answer/fold.ts';
export { type PassRead, toReading } from './answer/to-reading.ts';
export { type Transcript, transcriptBytes, transcriptDigest } from './answer/transcript.ts';
export {
  addUsage,
  type BudgetPort,
  costMicrosAtMost,
  costMicrosOf,
  createBudget,
  FREE,
  NO_USAGE,
  type Price,
} from './cost.ts';
export { isDecided, readInTurn } from './deciding.ts';
export { estimateTokens, READING_LIMITS } from './limits.ts';
export type { ModelPort, ModelReply, ModelRequest } from './port.ts';
export { instructionOf } from './request/instruction.ts';
export { passagesOf } from './request/passages.ts';
export { type PlannedPass, type PlanOptions, planReading, type ReadingPlan } from './request/plan.ts';
export { findRequestKey, type PlannedRequest } from './request/request.ts';
export { type ReaderNeeds, replayTranscript, runPass, runReading, withinBudget } from './run.ts';
