/** Proof bundles and the transparency log. A separate entry point, so that clients that only call verify do not load it. */

export { findConcerns, type Interests, isLookAlike } from './concerns.ts';
export { type LogLeaf, readLeaf } from './leaf.ts';
export {
  createLogReader,
  type FollowedLog,
  LOG_READ_LIMITS,
  type LogEntry,
  type LogReader,
  openLogState,
} from './log-reader.ts';
export { createMonitor, MONITOR_LIMITS, type MonitorFinding, type MonitorState, openMonitorState } from './monitor.ts';
export {
  PROOF_LIMITS,
  type ProofOptions,
  type ProofResult,
  type ProvenLeaf,
  type ProvenStatus,
  verifyInclusion,
  verifyProof,
} from './verify-proof.ts';
export { findQuorum, type WitnessPolicy } from './witness-policy.ts';
