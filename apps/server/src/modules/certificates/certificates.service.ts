import {
  type CertificateId,
  type CertificateTrigger,
  decideTransition,
  EventId,
  ISSUED,
  newUuidV7,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import { type OperatorAct, operatorNameOf } from '../../platform/auth/index.ts';
import type { EventRow, EventStore, PublishedRow } from '../../platform/events/index.ts';
import type { PurseTransaction } from '../purse/index.ts';
import type { RegistryEvent } from '../registry/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { SigningKeys } from '../trust/index.ts';
import type { WorldInputTx } from '../world/index.ts';
import type { CertificateEvent } from './certificates.published.ts';
import type { CertificateStore, SealedRow, StateRow } from './certificates.store.ts';
import type { DecidedReAudit } from './certificates.tables.ts';
import type { FlagStore } from './flags.store.ts';
import { type IssueInput, seal, skillKeyOf } from './seal.ts';
import { CERTIFICATE_NOTICE } from './verify.service.ts';
import type { WorldSkillStore } from './world-skills.store.ts';

/** The stores of one transaction. */
export type CertificateTransaction = WorldInputTx &
  PurseTransaction & {
    readonly certificates: CertificateStore;
    readonly flags: FlagStore;
    readonly worldSkills: WorldSkillStore;
    readonly events: EventStore;
    readonly operatorQueue: OperatorQueue;
    readonly signingKeys: Pick<SigningKeys, 'hold' | 'current'>;
    readonly publish: (event: CertificateEvent) => Promise<void>;
  };
export type InTransaction = <T>(work: (stores: CertificateTransaction) => Promise<T>) => Promise<T>;

type Deps = {
  /** True if one administrator can revoke alone. Otherwise a revocation needs a proposal and a second administrator. */
  readonly revokesAlone: boolean;
  readonly store: Pick<CertificateStore, 'findCurrent'>;
  readonly inTransaction: InTransaction;
  readonly issuerUrl: string;
  readonly newCertificateId: () => CertificateId;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

type AnchorChanged = Extract<RegistryEvent, { readonly type: 'anchor.changed' }>;
/** The submission and the status of a certificate. */
export type Standing = Pick<StateRow, 'status' | 'revoked'> & Pick<SealedRow, 'submissionId'>;

/** Issues certificates and changes their status. No code path changes sealed data. */
export function createCertificates(deps: Deps) {
  const { revokesAlone, store, inTransaction, issuerUrl, newCertificateId, random, clock } = deps;

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

  /** Seals the decision of a round. A second call for the same submission returns the existing certificate. */
  async function issueIn(stores: CertificateTransaction, input: IssueInput): Promise<SealedRow> {
    const skillKey = skillKeyOf(input);
    await stores.certificates.lockSkill(skillKey);
    const existing = await stores.certificates.findBySubmission(input.submissionId);
    if (existing !== undefined) return existing;

    const id = newCertificateId();
    const older = await stores.certificates.lockOtherVersions(skillKey, id);
    await stores.signingKeys.hold();
    const signer = await stores.signingKeys.current();
    const issuedAt = clock.now();
    const sealed = seal(input, { id, issuedAt, issuerUrl, signer });
    await stores.certificates.insert(sealed, {
      certificateId: id,
      ...ISSUED,
      statusChangedAt: issuedAt,
      feedSeq: null,
      reAudit: null,
    });
    await stores.certificates.addStatusChange({ certificateId: id, ...ISSUED, note: null, at: issuedAt });
    const { name, version, productType, securityLevel, payloadHash } = sealed;
    const data = { name, version, productType, securityLevel, payloadHash, logIndex: null };
    await stores.events.add(newEvent('certificate.issued', id, data, issuedAt));
    for (const previous of older) {
      await apply(stores, previous, { kind: 'newer_version_certified', certificateId: id }, null);
    }
    await stores.publish({ type: 'certificate.issued', certificate: sealed });
    return sealed;
  }

  /** Applies one trigger in one transaction, so that state, history, event and notice always agree. */
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

  /** Writes an operator's action to the audit log in the same transaction. */
  async function operateIn(
    stores: CertificateTransaction,
    id: CertificateId,
    what: CertificateTrigger,
    act: OperatorAct,
  ) {
    const { reason, caller, requestId } = act;
    await triggerIn(stores, id, what, reason);
    const entry = { actor: operatorNameOf(caller), action: `certificate.${what.kind}`, requestId };
    const subject = { subjectType: 'certificate', subjectId: id };
    await stores.operatorQueue.log({ ...entry, ...subject, detail: { reason } }, clock.now());
  }

  const revokeIn = (stores: CertificateTransaction, id: CertificateId, act: OperatorAct): Promise<void> =>
    operateIn(stores, id, { kind: 'operator_revokes' }, act);

  /** Publishes the states MINED and FINAL as events. Every anchor change invalidates the cached answers. */
  async function announceAnchor(stores: CertificateTransaction, changed: AnchorChanged): Promise<void> {
    const { certificateId, txHash, blockNumber, network, state } = changed;
    if (state === 'MINED' || state === 'FINAL') {
      const anchor = { txHash, blockNumber, network, state };
      await stores.events.add(newEvent('certificate.anchored', certificateId, anchor, clock.now()));
    }
    await stores.events.notify(CERTIFICATE_NOTICE, certificateId);
  }

  /** Gives a certificate a new position in the feed whenever it has an event. */
  async function touchFeed(
    stores: CertificateTransaction,
    { published }: { readonly published: readonly PublishedRow[] },
  ): Promise<void> {
    const touched = published.filter(({ subjectType }) => subjectType === 'certificate');
    await stores.certificates.touchFeed(new Map(touched.map(({ subjectId, seq }) => [subjectId, seq])));
  }

  /** Answers show the re-audit result instead of the sealed one. The sealed record does not change. */
  async function noteReAuditIn(stores: CertificateTransaction, id: string, found: DecidedReAudit): Promise<void> {
    await stores.certificates.setReAudit(id, found);
    await stores.events.notify(CERTIFICATE_NOTICE, id);
  }

  async function findStanding(id: CertificateId): Promise<Standing | undefined> {
    const [row] = await store.findCurrent([id]);
    return row && { ...row.state, submissionId: row.sealed.submissionId };
  }

  return {
    findStanding,
    issueIn,
    issue: (input: IssueInput): Promise<SealedRow> => inTransaction((stores) => issueIn(stores, input)),
    triggerIn,
    noteReAuditIn,
    announceAnchor,
    touchFeed,
    newEvent,
    deprecate: (id: CertificateId, note: string | null) => trigger(id, { kind: 'owner_deprecates' }, note),
    reinstate: (id: CertificateId, note: string | null) =>
      trigger(id, { kind: 're_audit_passed', by: 'operator', startedAt: clock.now() }, note),
    suspend: (id: CertificateId, act: OperatorAct) =>
      inTransaction((stores) => operateIn(stores, id, { kind: 'operator_suspends', at: clock.now() }, act)),
    /** For a single administrator, if the two-person rule is off. */
    async revoke(id: CertificateId, act: OperatorAct): Promise<void> {
      if (!revokesAlone) throw new Problem('two_person_rule', { reason: 'propose it to another administrator' });
      await inTransaction((stores) => revokeIn(stores, id, act));
    },
    revokeIn,
  };
}
export type Certificates = ReturnType<typeof createCertificates>;
