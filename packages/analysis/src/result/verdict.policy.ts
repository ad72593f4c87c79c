import type { BlockingReason, Finding, Report, UndecidedReason } from '../types/index.ts';
import { mergeReasons, resultOf } from './result.policy.ts';
import { isAtLeast, rankOf } from './severity.policy.ts';

/** A finding with the rule's knowledge that is not part of the report. */
export type JudgedFinding = Finding & {
  readonly isUnread: boolean;
  readonly breaksIntegrity: boolean;
  readonly leavesUndecided: boolean;
};

/** Categories whose proofs have a reason of their own. */
const REASONS: Readonly<Record<string, BlockingReason>> = { CON: 'contract-critical', PI: 'instruction-subversion' };

/** A reproduced finding in a contract is an exploit; in a skill the reproduction only confirms a proof. */
const isExploit = ({ basis, kind, severity, category }: Finding): boolean =>
  basis === 'reproduced' && (kind === 'PROOF' || (category === 'CON' && isAtLeast(severity, 'HIGH')));

function reasonsFor(finding: JudgedFinding): BlockingReason[] {
  const reasons: BlockingReason[] = [];
  if (finding.breaksIntegrity) reasons.push('package-integrity');
  else if (finding.kind === 'PROOF') reasons.push(REASONS[finding.category] ?? 'critical-finding');
  if (isExploit(finding)) reasons.push('reproduced-exploit');
  return reasons;
}

/** Whether a finding decides the result on its own. */
export const isDecisive = (finding: JudgedFinding): boolean =>
  finding.leavesUndecided || reasonsFor(finding).length > 0;

const undecidedFor = ({ isUnread, leavesUndecided }: JudgedFinding): UndecidedReason[] =>
  leavesUndecided ? [isUnread ? 'unread-content' : 'nothing-to-review'] : [];

type Decided = Pick<Report, 'reviewResult' | 'securityLevel' | 'blocking' | 'undecided' | 'retained'>;

/** There is no score: one proof makes a bundle unsafe. */
export function decideResult(findings: readonly JudgedFinding[]): Decided {
  const toReason = <R>(reason: R, { fingerprint }: Finding) => ({ reason, fingerprints: [fingerprint] });
  const blocking = mergeReasons(
    findings.flatMap((finding) => reasonsFor(finding).map((reason) => toReason(reason, finding))),
  );
  const undecided = mergeReasons(
    findings.flatMap((finding) => undecidedFor(finding).map((reason) => toReason(reason, finding))),
  );
  const blocked = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  const retained = findings
    .filter(({ severity, fingerprint }) => isAtLeast(severity, 'LOW') && !blocked.has(fingerprint))
    .map(({ fingerprint }) => fingerprint);
  return {
    reviewResult: resultOf({ blocking, undecided }, false),
    securityLevel: levelOf(findings),
    blocking,
    undecided,
    retained: [...new Set(retained)].sort(),
  };
}

export function levelOf(findings: readonly Finding[]): Report['securityLevel'] {
  const worst = findings.reduce((rank, { severity }) => Math.max(rank, rankOf(severity)), 0);
  return (['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const)[worst] ?? 'CLEAR';
}
