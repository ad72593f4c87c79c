import type { Credit, IntentRow, Refunds } from '../payments/index.ts';
import type { Lifecycle } from './lifecycle.service.ts';
import type { SealedInputRow } from './submissions.store.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type Fee = { readonly submissionId: string; readonly usdcAmount: bigint; readonly reference: string };
type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'acceptIn'>;
  readonly credit: Pick<Credit, 'consumeIn'>;
  readonly refunds: Pick<Refunds, 'dueIn'>;
  /** Puts the fee where those who review are paid from. */
  readonly escrowIn: (tx: SubmissionTransaction, fee: Fee) => Promise<void>;
  /** The wallet that a certificate of this owner names. */
  readonly walletIn: (tx: SubmissionTransaction, owner: string) => Promise<string | null>;
};

const GONE = 'What was paid for is no longer kept.';
const PAID_BY_OWNER = 'The owner paid for another review.';
const UNDER_REVIEW = 'The certified bytes were under review already when the payment arrived.';
const DUPLICATE = 'The same bytes were under review already when the payment arrived.';

/** Turns a payment into a submission, in the transaction that credits it: paid and accepted, or paid and due back. */
export function createDelivery({ lifecycle, credit, refunds, escrowIn, walletIn }: Deps) {
  async function deliverIn(tx: SubmissionTransaction, intent: IntentRow): Promise<void> {
    const input = await tx.submissions.findInput(intent.quote.id);
    const give = intent.purpose === 'RE_AUDIT' ? reviewAgainIn : acceptIn;
    const reason = input === undefined ? GONE : await give(tx, input, intent);
    if (reason !== undefined) await refunds.dueIn(tx, intent, reason);
  }

  /** Why it was not accepted, or nothing. */
  async function acceptIn(tx: SubmissionTransaction, input: SealedInputRow, intent: IntentRow) {
    const ownerWallet = await walletIn(tx, input.owner);
    const submission = await lifecycle.acceptIn(tx, input, { intentId: intent.id, ownerWallet });
    if (submission === undefined) return DUPLICATE;
    await spendIn(tx, intent, submission.id);
    if (input.draftId !== null) await tx.drafts.markSubmitted(input.draftId, submission.id);
    return undefined;
  }

  async function reviewAgainIn(tx: SubmissionTransaction, { identity }: SealedInputRow, intent: IntentRow) {
    const certified = await tx.submissions.findLive(identity);
    if (certified === undefined || !(await tx.reviews.again(certified.id, PAID_BY_OWNER))) return UNDER_REVIEW;
    await spendIn(tx, intent, certified.id);
    return undefined;
  }

  async function spendIn(tx: SubmissionTransaction, intent: IntentRow, id: string): Promise<void> {
    await credit.consumeIn(tx, intent.id, { type: 'submission', id });
    await escrowIn(tx, { submissionId: id, usdcAmount: intent.amount, reference: intent.id });
  }

  return { deliverIn };
}
export type Delivery = ReturnType<typeof createDelivery>;
