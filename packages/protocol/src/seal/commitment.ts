import type { AssignmentId, Hash32 } from '../ids.ts';
import type { Severity } from '../wire/common.ts';
import type { ReportedFinding } from '../wire/council.ts';
import type { VerdictValue } from '../wire/sealed.ts';
import { canonicalBytes } from './canonical-json.ts';
import { keccak256Hex } from './digest.ts';

/** An unrevealed vote. The salt prevents guessing the vote by hashing every possible one. */
export type Vote = {
  readonly assignmentId: AssignmentId;
  readonly validatorId: string;
  readonly verdict: VerdictValue;
  readonly severity: Severity;
  readonly findings: readonly ReportedFinding[];
  readonly salt: Hash32;
};

export const toFindingsHash = (findings: readonly ReportedFinding[]): Hash32 => keccak256Hex(canonicalBytes(findings));

/** What a seat publishes before the reveal phase. It binds the vote to this seat, so that another seat cannot copy it. */
export const toCommitment = ({ assignmentId, validatorId, verdict, severity, findings, salt }: Vote): Hash32 =>
  keccak256Hex(
    canonicalBytes({ assignmentId, validatorId, verdict, severity, findingsHash: toFindingsHash(findings), salt }),
  );
