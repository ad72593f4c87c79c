import {
  type CertificateId,
  type CertificateTrigger,
  decideTransition,
  EventId,
  type FlagSeverity,
  ISSUED,
  newUuidV7,
  Problem,
  type RandomBytes,
  type Signer,
} from '@assay/protocol';
import type { EventRow, EventStore } from '../../platform/events/index.ts';
import type { Desk } from '../support/index.ts';
import type { CertificateStore, SealedRow, StateRow } from './certificates.store.ts';
import type { DecidedReAudit } from './certificates.tables.ts';
import type { FlagRow, FlagStore } from './flags.store.ts';
import { type IssueInput, seal, skillKeyOf } from './seal.ts';
import { CERTIFICATE_NOTICE } from './verify.service.ts';

/** What changes together: the stores of one transaction. */
export type CertificateTransaction = {
  readonly certificates: CertificateStore;
  readonly flags: FlagStore;
  readonly events: EventStore;
  readonly desk: Desk;
  /** Owes the reporter of a confirmed flag a bounty. */
  readonly rewards: {
    add(flag: FlagRow, severity: FlagSeverity): Promise<void>;
    /** An operator's word on a bounty that was held back. False when none is. */
    decide(flagId: string, isApproved: boolean): Promise<boolean>;
  };
  /** Those who voted a certificate SAFE answer for what was in its bytes. */
  readonly vouchers: { answerFor(flag: FlagRow, severity: FlagSeverity): Promise<void> };
  /** Puts a new certificate on its way onto the chain. */
  readonly anchoring: { add(certificate: SealedRow): Promise<void> };
};
export type InTransaction = <T>(work: (stores: CertificateTransaction) => Promise<T>) => Promise<T>;

type Deps = {
  readonly inTransaction: InTransaction;
  readonly signer: Signer;
  readonly issuerUrl: string;
  readonly newCertificateId: () => CertificateId;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** As `certificate.anchored` tells it. */
type AnchorChange = {
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly network: string;
  readonly state: string;
};
type OperatorAct = { readonly reason: string; readonly requestId: string };

/** Issues certificates and changes their status. Sealed data has no path that alters it. */
export function createCertificates({ inTransaction, signer, issuerUrl, newCertificateId, random, clock }: Deps) {
  const newEvent = (
    kind: string,
    certificateId: string,
    data: Record<string, unknown>,
    occurredAt: Date,
  ): EventRow => ({
    id: newUuidV7(EventId, occurredAt.getTime(), random),
    kind,
    occurredAt,
    subjectType: 'certificate',
    subjectId: certificateId,
    outcome: 'success',
    data,
    causedBy: null,
  });

  /** Seals what a round decided. Asked twice for one submission, it gives the certificate of the first time. */
  async function issueIn(stores: CertificateTransaction, input: IssueInput): Promise<SealedRow> {
    const skillKey = skillKeyOf(input);
    await stores.certificates.lockSkill(skillKey);
    const existing = await stores.certificates.findBySubmission(input.submissionId);
    if (existing !== undefined) return existing;

    const issuedAt = clock.now();
    const id = newCertificateId();
    const older = await stores.certificates.lockOtherVersions(skillKey, id);
    const sealed = seal(input, { id, issuedAt, issuerUrl, signer });
    await stores.certificates.insert(sealed, {
      certificateId: id,
      ...ISSUED,
      statusChangedAt: issuedAt,
      feedSeq: null,
      reAudit: null,
    });
    await stores.certificates.addStatusChange({ certificateId: id, ...ISSUED, note: null, at: issuedAt });
    await stores.anchoring.add(sealed);
    const { name, version, productType, securityLevel, payloadHash } = sealed;
    const data = { name, version, productType, securityLevel, payloadHash, logIndex: null };
    await stores.events.add(newEvent('certificate.issued', id, data, issuedAt));
    for (const previous of older) {
      await apply(stores, previous, { kind: 'newer_version_certified', certificateId: id }, null);
    }
    return sealed;
  }

  /** One trigger, one transaction: state, history, event and notice agree whatever happens. */
  async function apply(
    stores: CertificateTransaction,
    row: StateRow,
    trigger: CertificateTrigger,
    note: string | null,
  ): Promise<void> {
    const transition = decideTransition(row, trigger);
    if (transition.kind === 'refused') throw new Problem(transition.because, { state: row.status });
    if (transition.kind === 'unchanged') return;

    const { certificateId } = row;
    const at = transition.kind === 'changed' ? clock.now() : row.statusChangedAt;
    await stores.certificates.setState({ certificateId, ...transition.state, statusChangedAt: at });
    if (transition.kind === 'changed') {
      const { status, statusReason, revoked, supersededBy } = transition.state;
      await stores.certificates.addStatusChange({ certificateId, status, statusReason, revoked, note, at });
      const data = { statusReason, supersededBy, roundId: null, logIndex: null };
      await stores.events.add(newEvent(transition.event, certificateId, data, at));
    }
    await stores.events.notify(CERTIFICATE_NOTICE, certificateId);
  }

  /** For callers that change more than the status in their transaction. */
  async function triggerIn(
    stores: CertificateTransaction,
    id: string,
    trigger: CertificateTrigger,
    note: string | null,
  ): Promise<void> {
    const row = await stores.certificates.lockState(id);
    if (row === undefined) throw new Problem('certificate_not_found');
    await apply(stores, row, trigger, note);
  }

  const trigger = (id: CertificateId, what: CertificateTrigger, note: string | null): Promise<void> =>
    inTransaction((stores) => triggerIn(stores, id, what, note));

  /** What an operator does is written into the audit log by the transaction that does it. */
  const operate = (id: CertificateId, what: CertificateTrigger, { reason, requestId }: OperatorAct): Promise<void> =>
    inTransaction(async (stores) => {
      await triggerIn(stores, id, what, reason);
      const act = { actor: 'operator', action: `certificate.${what.kind}`, requestId };
      const subject = { subjectType: 'certificate', subjectId: id };
      await stores.desk.log({ ...act, ...subject, detail: { reason } }, clock.now());
    });

  /** Everybody who asks is shown the new place on the chain; being in a block, and being there to stay, are events. */
  async function announceAnchorIn(stores: CertificateTransaction, id: string, anchor: AnchorChange): Promise<void> {
    if (anchor.state === 'MINED' || anchor.state === 'FINAL') {
      await stores.events.add(newEvent('certificate.anchored', id, anchor, clock.now()));
    }
    await stores.events.notify(CERTIFICATE_NOTICE, id);
  }

  /** What a later round found takes the place of what was sealed in every answer, never in the record. */
  async function noteReAuditIn(stores: CertificateTransaction, id: string, found: DecidedReAudit): Promise<void> {
    await stores.certificates.setReAudit(id, found);
    await stores.events.notify(CERTIFICATE_NOTICE, id);
  }

  return {
    issueIn,
    issue: (input: IssueInput): Promise<SealedRow> => inTransaction((stores) => issueIn(stores, input)),
    triggerIn,
    noteReAuditIn,
    announceAnchorIn,
    newEvent,
    deprecate: (id: CertificateId, note: string | null) => trigger(id, { kind: 'owner_deprecates' }, note),
    reinstate: (id: CertificateId, note: string | null) => trigger(id, { kind: 're_audit_passed' }, note),
    suspend: (id: CertificateId, act: OperatorAct) => operate(id, { kind: 'operator_suspends' }, act),
    revoke: (id: CertificateId, act: OperatorAct) => operate(id, { kind: 'operator_revokes' }, act),
  };
}
export type Certificates = ReturnType<typeof createCertificates>;
