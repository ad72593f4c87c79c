/** Proof bundles and the transparency log: an entry of its own, so that those who only ask verify load none of it. */
export { createLogReader, type FollowedLog, type LogEntry, type LogReader, LOG_READ_LIMITS, openLogState } from './log-reader.ts';
export { type LogLeaf, readLeaf } from './leaf.ts';
export { findQuorum, type WitnessPolicy } from './witness-policy.ts';
export { PROOF_LIMITS, type ProofOptions, type ProofResult, type ProvenStatus, verifyProof } from './verify-proof.ts';
