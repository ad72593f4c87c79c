import { toMarks } from '@assay/economy/council';
import type { IntentRow } from '../payments/index.ts';
import { escrowOf, type MarkBooks, type PurseTransaction } from '../purse/index.ts';

type Paid = { readonly intent: Pick<IntentRow, 'amount' | 'consumedBy'> & { readonly id: string } };

/** A fee becomes marks when its payment is consumed. The USDC stay where payments booked them. */
export function createEscrow({ books }: { readonly books: MarkBooks }) {
  return {
    async hold(tx: PurseTransaction, { intent }: Paid): Promise<void> {
      const submissionId = boughtBy(intent);
      if (submissionId === undefined) return;
      const ref = { type: 'payment-intent', id: intent.id };
      await books.issueIn(tx, { to: escrowOf(submissionId), amount: toMarks(intent.amount), reason: 'fee', ref });
    },

    /** Retires the marks of a payment that is refunded. */
    async retire(tx: PurseTransaction, { intent }: Paid): Promise<void> {
      const submissionId = boughtBy(intent);
      if (submissionId === undefined) return;
      const amount = await books.balanceOf(tx, escrowOf(submissionId));
      if (amount === 0n) return;
      const ref = { type: 'submission', id: submissionId };
      await books.retireIn(tx, { from: escrowOf(submissionId), amount, ref });
    },
  };
}

/** The submission whose review the payment bought. */
const boughtBy = ({ consumedBy }: Paid['intent']): string | undefined =>
  consumedBy?.type === 'submission' ? consumedBy.id : undefined;
