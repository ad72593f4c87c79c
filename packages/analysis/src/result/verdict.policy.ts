import type { BlockingReason, Finding, Report, UndecidedReason } from '../types/index.ts';
import { mergeReasons, resultOf } from './result.policy.ts';
import { isAtLeast, rankOf } from './severity.policy.ts';

/** A finding with what its rule knew about it beyond the report's fields. */
export type JudgedFinding = Finding & {
  readonly isUnread: boolean;
  readonly breaksIntegrity: boolean;
  readonly leavesUndecided: boolean;
};

/** Categories whose proofs have a reason of their own. */
const REASONS: Readonly<Record<string, BlockingReason>> = { CON: 'contract-critical', PI: 'instruction-subversion' };

/** For a contract the reproduction is the exploit; for a skill it only confirms what was proved. */
const isExploit = ({ basis, kind, severity, category }: Finding): boolean =>
  basis === 'reproduced' && (kind === 'PROOF' || (category === 'CON' && isAtLeast(severity, 'HIGH')));

function reasonsFor(finding: JudgedFinding): BlockingReason[] {
  const reasons: BlockingReason[] = [];
  if (finding.breaksIntegrity) reasons.push('package-integrity');
  else if (finding.kind === 'PROOF') reasons.push(REASONS[finding.category] ?? 'critical-finding');
  if (isExploit(finding)) reasons.push('reproduced-exploit');
  return reasons;
}

/** Decides the result on its own. */
export const isDecisive = (finding: JudgedFinding): boolean =>
  finding.leavesUndecided || reasonsFor(finding).length > 0;

const undecidedFor = ({ isUnread, leavesUndecided }: JudgedFinding): UndecidedReason[] =>
  leavesUndecided ? [isUnread ? 'unread-content' : 'nothing-to-review'] : [];

type Decided = Pick<Report, 'reviewResult' | 'securityLevel' | 'blocking' | 'undecided' | 'retained'>;

/** No score: a bundle is unsafe when at least one proof stands. */
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
