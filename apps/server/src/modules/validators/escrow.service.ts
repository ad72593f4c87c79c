import { toMarks } from '@assay/economy/council';
import { EventId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { IntentRow } from '../payments/index.ts';
import { escrowOf, ISSUE, type MarkBooks } from '../purse/index.ts';

type Deps = { readonly books: MarkBooks; readonly random: RandomBytes; readonly clock: { now(): Date } };
type Paid = { readonly intent: Pick<IntentRow, 'amount' | 'consumedBy'> & { readonly id: string } };

type Writer = { readonly ledger: Ledger; readonly events: EventStore };

/** A fee becomes marks at the moment its payment is consumed; the USDC stay where payments booked them. */
export function createEscrow({ books, random, clock }: Deps) {
  async function announceIn(tx: Writer, kind: 'money.issued' | 'money.retired', change: Change): Promise<void> {
    const { ref, amount, reason } = change;
    const at = clock.now();
    await tx.events.add({
      id: newUuidV7(EventId, at.getTime(), random),
      kind,
      occurredAt: at,
      outcome: 'success',
      causedBy: null,
      subjectType: ref.type,
      subjectId: ref.id,
      data: { amount: amount.toString(), reason, reference: ref.id },
    });
  }

  return {
    async hold(tx: Writer, { intent }: Paid): Promise<void> {
      const submissionId = boughtBy(intent);
      if (submissionId === undefined) return;
      const amount = toMarks(intent.amount);
      const ref = { type: 'payment-intent', id: intent.id };
      const moves = [{ from: ISSUE, to: escrowOf(submissionId), amount }];
      await books.bookIn(tx, { kind: 'money.issued', ref, moves });
      await announceIn(tx, 'money.issued', { ref, amount, reason: 'fee' });
    },

    /** The payment goes back, so the marks that stood for it go out of the world. */
    async retire(tx: Writer, { intent }: Paid): Promise<void> {
      const submissionId = boughtBy(intent);
      if (submissionId === undefined) return;
      const amount = await books.balanceOf(tx, escrowOf(submissionId));
      if (amount === 0n) return;
      const ref = { type: 'submission', id: submissionId };
      const moves = [{ from: escrowOf(submissionId), to: ISSUE, amount }];
      await books.bookIn(tx, { kind: 'money.retired', ref, moves });
      await announceIn(tx, 'money.retired', { ref, amount, reason: 'refund' });
    },
  };
}

/** The submission whose review a payment is for. */
const boughtBy = ({ consumedBy }: Paid['intent']): string | undefined =>
  consumedBy?.type === 'submission' ? consumedBy.id : undefined;

type Change = {
  readonly ref: { readonly type: string; readonly id: string };
  readonly amount: bigint;
  readonly reason: string;
};
