import type { BlockingReason, Finding, Report, UndecidedReason } from '../types/index.ts';
import { mayBlock } from './record.policy.ts';
import { mergeReasons, resultOf } from './result.policy.ts';
import { isAtLeast, rankOf } from './severity.policy.ts';

/** A finding with what its rule knew about it beyond the report's fields. */
export type JudgedFinding = Finding & {
  readonly isUnreviewedExecution: boolean;
  readonly isUnread: boolean;
  readonly breaksIntegrity: boolean;
  readonly leavesUndecided: boolean;
};

const SUBVERSION = new Set(['PI-01', 'PI-02', 'PI-07', 'PI-10']);
const LIVE = new Set(['directive', 'executable', 'hidden']);

const isFirm = ({ confidence }: Finding): boolean => confidence !== 'tentative';

/**
 * That a high finding was seen to happen says that the reading was right, not that it is malice: an installer that adds a line to a profile
 * does so when it is run. What nothing excuses, a stolen key or a shell on a connection, is critical by rules of its own. For a contract
 * the reproduction is the exploit.
 */
const isExploit = ({ basis, severity, category }: Finding): boolean =>
  basis === 'reproduced' && (severity === 'CRITICAL' || (category === 'CON' && isAtLeast(severity, 'HIGH')));

const reasonsFor = (finding: JudgedFinding): BlockingReason[] => {
  const reasons: BlockingReason[] = [];
  if (finding.breaksIntegrity) reasons.push('package-integrity');
  // No record of the rule excuses content that was not read: the file may hold anything.
  if (finding.isUnread && !finding.leavesUndecided) reasons.push('executes-unreviewed-content');
  if (!mayBlock(finding)) return reasons;
  const { ruleId, severity, category, context, nature } = finding;
  const isHigh = isAtLeast(severity, 'HIGH');
  if (severity === 'CRITICAL' && isFirm(finding))
    reasons.push(category === 'CON' ? 'contract-critical' : 'critical-finding');
  if (category === 'COR' && isHigh && nature === 'malice' && finding.related.length >= 2)
    reasons.push('multi-stage-attack');
  if (SUBVERSION.has(ruleId) && isHigh && isFirm(finding) && LIVE.has(context)) reasons.push('instruction-subversion');
  if (isExploit(finding)) reasons.push('reproduced-exploit');
  if (!finding.isUnread && finding.isUnreviewedExecution && isHigh && LIVE.has(context))
    reasons.push('executes-unreviewed-content');
  if (ruleId === 'PI-09' && isFirm(finding) && isHigh) reasons.push('reviewer-manipulation');
  return reasons;
};

/**
 * What stands in the same steps as something that blocks belongs to the same attack. Two high findings without it are two guesses: of 510 attacks
 * by strangers one was refused for such a pair alone, and of 36 honest skills one as well.
 */
function groupsTogether(findings: readonly JudgedFinding[]): readonly JudgedFinding[] {
  const live = findings.filter(
    (finding) =>
      isAtLeast(finding.severity, 'HIGH') &&
      isFirm(finding) &&
      finding.nature === 'malice' &&
      LIVE.has(finding.context) &&
      mayBlock(finding),
  );
  // In one file: what stands in different ones may have nothing to do with each other.
  return [...Map.groupBy(live, ({ file }) => file).values()].flatMap((together) =>
    together.some((one) => together.some((other) => isProven(one) && isAnotherStep(one, other))) ? together : [],
  );
}

/** Decides the verdict on its own. */
export const isProven = (finding: JudgedFinding): boolean => reasonsFor(finding).length > 0;

/** Two names for one command are one step, and so are a secret that is read and the request it goes into. */
function isAnotherStep(one: JudgedFinding, other: JudgedFinding): boolean {
  if (one.category === other.category) return false;
  if (one.category === 'CRD' && other.category === 'EXF') return false;
  if (one.category === 'EXF' && other.category === 'CRD') return false;
  if (MANUAL.test(one.file) && Math.abs(one.range.startLine - other.range.startLine) > STEPS_WITHIN_LINES) return false;
  return one.range.startLine !== other.range.startLine || one.range.startCol !== other.range.startCol;
}

/** The chapters of a manual have nothing to do with each other; what is done one after the other stands together. */
const MANUAL = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i;
const STEPS_WITHIN_LINES = 40;

const undecidedFor = ({ isUnread, leavesUndecided }: JudgedFinding): UndecidedReason[] =>
  leavesUndecided ? [isUnread ? 'unread-content' : 'nothing-to-review'] : [];

type Decided = Pick<Report, 'reviewResult' | 'securityLevel' | 'blocking' | 'undecided' | 'retained'>;

/** No score: a bundle is unsafe when at least one reason to block stands. */
export function decideResult(findings: readonly JudgedFinding[]): Decided {
  const toReason = <R>(reason: R, { fingerprint }: Finding) => ({ reason, fingerprints: [fingerprint] });
  const blocking = mergeReasons([
    ...findings.flatMap((finding) => reasonsFor(finding).map((reason) => toReason(reason, finding))),
    ...groupsTogether(findings).map((finding) => toReason<BlockingReason>('multi-stage-attack', finding)),
  ]);
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
