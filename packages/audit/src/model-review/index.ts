export { PASSES } from '../model/reading.ts';
export { answerJsonSchema, ModelAnswer, parseAnswer } from './answer.ts';
export { type CombinedReadings, combineReadings, type ReadPlace } from './combine.ts';
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
export { foldReadings, type OtherObservations } from './fold.ts';
export { instructionOf } from './instruction.ts';
export { estimateTokens, PROMPT_VERSION, READING_LIMITS } from './limits.ts';
export { passagesOf } from './passages.ts';
export { estimatePlan, type PlannedPass, type PlanOptions, planReading, type ReadingPlan } from './plan.ts';
export type { ModelPort, ModelReply, ModelRequest } from './port.ts';
export { findRequestKey, type PlannedRequest } from './request.ts';
export { type ReaderNeeds, replayTranscript, runPass, runReading, withinBudget } from './run.ts';
export { type PassRead, toReading } from './to-reading.ts';
export { type Transcript, transcriptBytes, transcriptDigest } from './transcript.ts';
