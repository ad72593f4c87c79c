import {
  FINDINGS_MAX,
  type Finding,
  type ReAudit,
  readingsOf,
  toBlockingFindings,
  toRunIdentity,
  type VerdictValue,
} from '@assay/protocol';
import { type Certificates, type FlagDecisions, isAboutSealedBytes, payloadOf } from '../certificates/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { needsPerson } from './evidence.policy.ts';
import type { CouncilReport } from './reports.ts';
import { toRetained } from './retained.policy.ts';
import type { RoundRow } from './rounds.store.ts';
import { decideFlag } from './triage.policy.ts';

type Deps = {
  readonly certificates: Pick<Certificates, 'triggerIn' | 'noteReAuditIn'>;
  readonly flagDecisions: Pick<FlagDecisions, 'confirmIn' | 'dismissIn'>;
  readonly clock: { now(): Date };
};
/** A decided round about certified bytes. */
type EndedReAudit = {
  readonly round: RoundRow;
  readonly verdict: VerdictValue;
  readonly by: 'council' | 'operator';
  readonly reason: string | null;
  readonly seats: readonly { readonly findings: readonly Finding[] | null }[];
  /** Undefined if the engine never completed a review of the bytes. */
  readonly report: CouncilReport | undefined;
  readonly files: () => Promise<readonly BundleFile[]>;
};

/** Ends a re-audit: the certificate and its open flags follow the verdict, in the same transaction. */
export function createReAudits({ certificates, flagDecisions, clock }: Deps) {
  async function endIn(tx: CouncilTransaction, decided: EndedReAudit): Promise<void> {
    const { round, verdict, by, reason, report } = decided;
    const certificate = await tx.certificates.findBySubmission(round.submissionId);
    if (certificate === undefined)
      throw new Error(`Submission ${round.submissionId} has no certificate to audit again`);
    const { id } = certificate;
    await triageIn(tx, id, decided);
    if (report !== undefined) await certificates.noteReAuditIn(tx, id, toDecided(decided, report));
    if (verdict === 'UNSAFE')
      return certificates.triggerIn(tx, id, { kind: 're_audit_failed', at: clock.now() }, reason);
    await certificates.triggerIn(tx, id, { kind: 're_audit_passed', by, startedAt: round.startedAt }, reason);
  }

  async function triageIn(tx: CouncilTransaction, certificateId: string, decided: EndedReAudit): Promise<void> {
    const listed = await tx.flags.listOpen(certificateId);
    if (listed.length === 0) return;
    // Locks all queue items before the certificate and the books, which the first confirmed flag locks.
    await tx.operatorQueue.hold(
      'FLAG',
      listed.map(({ id }) => id),
    );
    const open = await tx.flags.listOpen(certificateId); // without those that were decided meanwhile
    const files = await decided.files();
    for (const flag of open) {
      const outcome = decideFlag({
        verdict: decided.verdict,
        report: decided.report,
        isAboutSealedBytes: isAboutSealedBytes(flag),
        needsPerson: needsPerson(flag.evidence, files),
      });
      if (outcome.kind === 'confirm') await flagDecisions.confirmIn(tx, flag, { ...outcome, by: 'round' });
      if (outcome.kind === 'dismiss') await flagDecisions.dismissIn(tx, flag, outcome);
      if (outcome.kind !== 'person') continue;
      // Another round would give the same result, and the certificate is not valid until a person decides.
      await tx.operatorQueue.raise('FLAG', flag.id);
      await tx.flags.rest(flag.id);
    }
  }

  /** Whether an open flag has evidence about these bytes that a SAFE verdict would leave to a person. */
  async function isDoubtedIn(
    tx: CouncilTransaction,
    { submissionId }: RoundRow,
    files: readonly BundleFile[],
  ): Promise<boolean> {
    const certificate = await tx.certificates.findBySubmission(submissionId);
    const open = certificate === undefined ? [] : await tx.flags.listOpen(certificate.id);
    return open.some((flag) => isAboutSealedBytes(flag) && needsPerson(flag.evidence, files));
  }

  /** Whether a person suspended these bytes before the round. Only a person can then lift the suspension. */
  async function isSuspendedByPersonIn(
    tx: CouncilTransaction,
    { submissionId, startedAt }: RoundRow,
  ): Promise<boolean> {
    const certificate = await tx.certificates.findBySubmission(submissionId);
    const [current] = certificate === undefined ? [] : await tx.certificates.findCurrent([certificate.id]);
    return current?.state.heldByPerson === true && current.state.statusChangedAt <= startedAt;
  }

  /** Whether the certificate says that the instructions are unread. */
  async function isUnreadIn(tx: CouncilTransaction, { submissionId }: RoundRow): Promise<boolean> {
    const certificate = await tx.certificates.findBySubmission(submissionId);
    return certificate !== undefined && readingsOf(payloadOf(certificate)).instructionsReadBy === 'NONE';
  }

  return { endIn, isSuspendedByPersonIn, isDoubtedIn, isUnreadIn };
}
export type ReAudits = ReturnType<typeof createReAudits>;

/** Verify shows blocking findings before warnings. */
function toDecided({ round, verdict, seats }: EndedReAudit, report: CouncilReport) {
  const { securityLevel, retainedWarnings } = toRetained(report, seats);
  const shown: ReAudit['retainedWarnings'] =
    verdict === 'SAFE' ? retainedWarnings : [...toBlockingFindings(report), ...retainedWarnings];
  return {
    roundId: round.id,
    rulesetDigest: toRunIdentity(report).rulesetDigest,
    securityLevel,
    sandboxRiskLevel: report.sandbox.riskLevel,
    retainedWarnings: shown.slice(0, FINDINGS_MAX),
  };
}
