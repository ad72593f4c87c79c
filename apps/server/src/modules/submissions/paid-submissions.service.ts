import { type Credit, type IntentRow, type PaymentEvent, quoteIdOf, type Refunds } from '../payments/index.ts';
import type { Lifecycle } from './lifecycle.service.ts';
import type { SealedInputRow } from './submissions.store.ts';
import type { SubmissionTransaction } from './submissions.transaction.ts';

type Deps = {
  readonly lifecycle: Pick<Lifecycle, 'acceptIn'>;
  readonly credit: Pick<Credit, 'consumeIn'>;
  readonly refunds: Pick<Refunds, 'dueIn'>;
  /** The wallet on certificates of this owner. */
  readonly walletIn: (tx: SubmissionTransaction, owner: string) => Promise<string | null>;
  readonly clock: { now(): Date };
};
type Paid = Extract<PaymentEvent, { readonly type: 'intent.paid' }>;

const GONE = 'The content of this payment is no longer stored.';
const SUSPENDED = 'The same content was suspended when the payment arrived.';
const DUPLICATE = 'The same bytes were already under review when the payment arrived.';

/** Turns a payment into a submission in the transaction that credits it: accepted, or due for refund. */
export function createPaidSubmissions({ lifecycle, credit, refunds, walletIn, clock }: Deps) {
  /** Other purposes belong to the council: `purchased-re-audits.service.ts`. */
  async function deliver(tx: SubmissionTransaction, { intent }: Paid): Promise<void> {
    if (intent.purpose !== 'SUBMISSION') return;
    const input = await tx.submissions.keepInput(quoteIdOf(intent));
    const reason = input === undefined ? GONE : await acceptIn(tx, input, intent);
    if (reason !== undefined) await refunds.dueIn(tx, intent, reason);
  }

  /** Returns the reason for a refusal, or undefined. */
  async function acceptIn(
    tx: SubmissionTransaction,
    input: SealedInputRow,
    intent: IntentRow,
  ): Promise<string | undefined> {
    if (await isSuspendedIn(tx, input)) return SUSPENDED;
    const ownerWallet = await walletIn(tx, input.owner);
    const submission = await lifecycle.acceptIn(tx, input, { intentId: intent.id, ownerWallet });
    if (submission === undefined) return DUPLICATE;
    await credit.consumeIn(tx, intent.id, { type: 'submission', id: submission.id });
    if (input.draftId !== null) await tx.drafts.markSubmitted(input.draftId, submission.id);
    // Expires other quotes for the same input, because a second payment would only be refunded.
    await tx.intents.expireUnpaid(await tx.submissions.listQuotesFor(input), clock.now());
    return undefined;
  }

  async function isSuspendedIn(tx: SubmissionTransaction, { contentSha256, bundleId }: SealedInputRow) {
    const bundleSha256 = await tx.suspendedContent.bundleSha256Of(bundleId);
    if (bundleSha256 === undefined) return false;
    return (await tx.suspendedContent.find({ contentSha256, bundleSha256 })) !== undefined;
  }

  return { deliver };
}
