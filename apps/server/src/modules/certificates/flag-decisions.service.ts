import { type FlagDecision, FlagSeverity, isSuspendedForDefect, Problem } from '@assay/protocol';
import { z } from 'zod';
import type { OperatorDecided } from '../support/index.ts';
import type { Certificates, CertificateTransaction } from './certificates.service.ts';
import { isSameDefect, toPublicReason } from './flags.policy.ts';
import type { FlagRow } from './flags.store.ts';
import { CERTIFICATE_NOTICE } from './verify.service.ts';

type Deps = {
  readonly certificates: Pick<Certificates, 'triggerIn' | 'newEvent'>;
  readonly clock: { now(): Date };
};
/** The reason and severity of a decision. Without a severity, the reporter's severity stays. */
type FlagReason = { readonly reason: string; readonly severity?: FlagSeverity | undefined };
type Confirmation = FlagReason & { readonly by: 'round' | 'person' };

/** An operator's decision on a flag. OPEN replaces the screening of evidence. */
const OperatorWord = z.object({
  decision: z.enum(['OPEN', 'CONFIRM', 'DISMISS']),
  reason: z.string(),
  severity: FlagSeverity.optional(),
});

/** The topic that tells workers about a due flag. */
export const FLAG_NOTICE = 'flags';
/** OPEN flags already affect the certificate, so operators see them before RECEIVED flags. */
const PRIORITY = { OPEN: 200, RECEIVED: 100 } as const;
/** Among flags of one state, those with a bond come first. */
const BOND_PRIORITY = 50;

/**
 * All decisions on flags. Screening, triage and operators call these functions inside their own transactions. Each function
 * locks the operator queue first: a deciding operator already holds it, and a different lock order would deadlock.
 */
export function createFlagDecisions({ certificates, clock }: Deps) {
  /** Queues a flag for operators, who can decide at any time, and wakes the workers. */
  async function queueIn(tx: CertificateTransaction, flag: FlagRow): Promise<void> {
    const ref = { type: 'flag', id: flag.id };
    const base = flag.state === 'OPEN' ? PRIORITY.OPEN : PRIORITY.RECEIVED;
    const priority = flag.bond === null ? base : base + BOND_PRIORITY;
    await tx.operatorQueue.add({ kind: 'FLAG', ref, priority, openedAt: clock.now(), dueAt: flag.triageDueAt });
    await tx.events.notify(FLAG_NOTICE, flag.id);
  }

  /** Publishes a change of the open count as an event, which moves the certificate in the feed, and as a notice to all processes. */
  async function announceIn(tx: CertificateTransaction, flag: FlagRow, kind: 'flag.opened' | 'flag.decided') {
    const { OPEN: activeFlagCount } = await tx.flags.counts(flag.certificateId);
    const data =
      kind === 'flag.opened'
        ? { category: flag.category, severity: flag.severity, activeFlagCount }
        : { outcome: flag.decision?.outcome ?? flag.state, suspended: flag.decision?.suspended ?? false };
    await tx.events.add(certificates.newEvent(kind, flag.certificateId, data, clock.now()));
    await tx.events.notify(CERTIFICATE_NOTICE, flag.certificateId);
  }

  /** Accepts a received flag, which counts as open from then on. */
  async function openIn(tx: CertificateTransaction, flag: FlagRow, { reason }: FlagReason): Promise<void> {
    await closeIn(tx, flag, 'OPEN', reason);
    const opened = await tx.flags.move(flag.id, ['RECEIVED'], { state: 'OPEN', dueAt: clock.now() });
    if (opened === undefined) throw new Problem('flag_wrong_state', { state: flag.state });
    await queueIn(tx, opened);
    await announceIn(tx, opened, 'flag.opened');
  }

  async function confirmIn(tx: CertificateTransaction, flag: FlagRow, confirmation: Confirmation): Promise<void> {
    const { reason, severity, by } = confirmation;
    await closeIn(tx, flag, 'CONFIRM', reason);
    const certificate = await tx.certificates.lockState(flag.certificateId);
    const suspended = certificate !== undefined && certificate.status !== 'SUSPENDED';
    const isSound = certificate !== undefined && !certificate.revoked && !isSuspendedForDefect(certificate);
    const decided = { severity: severity ?? flag.severity, reason: toPublicReason(reason) };
    const moved = await endIn(tx, flag, ['OPEN'], { outcome: 'CONFIRMED', ...decided, suspended });
    const confirmed = { kind: 'flag_confirmed', flagId: flag.id, by, at: clock.now() } as const;
    await certificates.triggerIn(tx, flag.certificateId, confirmed, reason);
    await announceIn(tx, moved, 'flag.decided');
    const isFirst = isSound && !(await isKnownIn(tx, moved));
    await tx.publish({ type: 'flag.confirmed', flag: moved, severity: decided.severity, isFirst });
    await settleBondIn(tx, moved);
  }

  /** Whether a flag about the same defect of these bytes was confirmed before. */
  async function isKnownIn(tx: CertificateTransaction, flag: FlagRow): Promise<boolean> {
    const confirmed = await tx.flags.listConfirmed(flag.certificateId);
    return confirmed.some((earlier) => earlier.id !== flag.id && isSameDefect(earlier, flag));
  }

  async function dismissIn(tx: CertificateTransaction, flag: FlagRow, { reason, severity }: FlagReason): Promise<void> {
    await closeIn(tx, flag, 'DISMISS', reason);
    const decided = { severity: severity ?? flag.severity, reason: toPublicReason(reason) };
    const moved = await endIn(tx, flag, ['RECEIVED', 'OPEN'], { outcome: 'DISMISSED', ...decided, suspended: false });
    await announceIn(tx, moved, 'flag.decided');
    await settleBondIn(tx, moved);
  }

  /** Withdraws an undecided flag for its reporter. */
  async function withdrawIn(tx: CertificateTransaction, flag: FlagRow): Promise<void> {
    await closeIn(tx, flag, 'WITHDRAW', 'Withdrawn by its reporter.');
    const moved = await tx.flags.move(flag.id, ['OPEN'], { state: 'WITHDRAWN', dueAt: null });
    if (moved === undefined) throw new Problem('flag_wrong_state', { state: flag.state });
    await announceIn(tx, moved, 'flag.decided');
    await settleBondIn(tx, moved);
  }

  async function settleBondIn(tx: CertificateTransaction, flag: FlagRow): Promise<void> {
    if (flag.bondState === 'HELD') await tx.publish({ type: 'flag.bond-due', flag });
  }

  async function endIn(
    tx: CertificateTransaction,
    flag: FlagRow,
    from: readonly FlagRow['state'][],
    decision: FlagDecision,
  ): Promise<FlagRow> {
    const change = { state: decision.outcome, decision, decidedAt: clock.now(), dueAt: null };
    const moved = await tx.flags.move(flag.id, from, change);
    if (moved === undefined) throw new Problem('flag_wrong_state', { state: flag.state });
    return moved;
  }

  const closeIn = (tx: CertificateTransaction, { id }: FlagRow, decision: string, reason: string): Promise<void> =>
    tx.operatorQueue.close('FLAG', id, { decision, reason }, clock.now());

  /** Carries out an operator's decision inside the transaction that records it. */
  async function decide(tx: CertificateTransaction, { ref, verdict }: OperatorDecided): Promise<void> {
    if (ref.type !== 'flag') return; // the payments module handles bounties that wait for approval
    const { decision, ...why } = parseWord(verdict);
    const flag = await tx.flags.find(ref.id);
    if (flag === undefined) throw new Problem('flag_not_found');
    if (decision === 'OPEN') return openIn(tx, flag, why);
    return decision === 'CONFIRM' ? confirmIn(tx, flag, { ...why, by: 'person' }) : dismissIn(tx, flag, why);
  }

  return { queueIn, announceIn, openIn, confirmIn, dismissIn, withdrawIn, decide };
}
export type FlagDecisions = ReturnType<typeof createFlagDecisions>;

function parseWord(words: unknown): z.infer<typeof OperatorWord> {
  const parsed = OperatorWord.safeParse(words);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message }));
  throw new Problem('validation_failed', { errors });
}
