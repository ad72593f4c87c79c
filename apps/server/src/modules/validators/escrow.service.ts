import { toMarks } from '@assay/economy/council';
import { EventId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { escrowOf, ISSUE, type MarkBooks } from './mark-books.ts';

type Deps = { readonly books: MarkBooks; readonly random: RandomBytes; readonly clock: { now(): Date } };
type Fee = {
  readonly submissionId: string;
  readonly usdcAmount: bigint;
  /** The payment that brought it. */
  readonly reference: string;
};

/** A fee becomes marks at the moment its payment is consumed; the USDC stay where payments booked them. */
export function createEscrow({ books, random, clock }: Deps) {
  return {
    async escrowIn(tx: { readonly ledger: Ledger; readonly events: EventStore }, fee: Fee): Promise<void> {
      const { submissionId, reference } = fee;
      const amount = toMarks(fee.usdcAmount);
      await books.bookIn(tx.ledger, {
        ...{ kind: 'money.issued', ref: { type: 'payment-intent', id: reference } },
        moves: [{ from: ISSUE, to: escrowOf(submissionId), amount }],
      });
      const at = clock.now();
      await tx.events.add({
        ...{ id: newUuidV7(EventId, at.getTime(), random), kind: 'money.issued', occurredAt: at, outcome: 'success' },
        ...{ subjectType: 'payment-intent', subjectId: reference, causedBy: null },
        data: { amount: amount.toString(), reason: 'fee', reference },
      });
    },
  };
}
export type Escrow = ReturnType<typeof createEscrow>;
