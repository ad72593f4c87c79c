import { type Credit, type IntentRow, type PaymentEvent, quoteIdOf, type Refunds } from '../payments/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { Openings } from './openings.service.ts';

type Deps = {
  readonly openings: Pick<Openings, 'reAuditIn'>;
  readonly credit: Pick<Credit, 'consumeIn'>;
  readonly refunds: Pick<Refunds, 'dueIn'>;
};
type Paid = Extract<PaymentEvent, { readonly type: 'intent.paid' }>;

const GONE = 'The content of this payment is no longer stored.';
const PAID_BY_OWNER = 'The owner paid for a new review.';
const UNDER_REVIEW = 'The certified bytes were already under review when the payment arrived.';

/** Opens a paid re-audit of certified bytes, in the transaction that credits the payment. */
export function createPurchasedReAudits({ openings, credit, refunds }: Deps) {
  async function deliver(tx: CouncilTransaction, { intent }: Paid): Promise<void> {
    if (intent.purpose !== 'RE_AUDIT') return;
    const reason = await openIn(tx, intent);
    if (reason !== undefined) await refunds.dueIn(tx, intent, reason);
  }

  /** Returns the reason if no review was opened. */
  async function openIn(tx: CouncilTransaction, intent: IntentRow): Promise<string | undefined> {
    const input = await tx.submissions.findInput(quoteIdOf(intent));
    if (input === undefined) return GONE;
    const certified = await tx.submissions.findLive(input.identity);
    const isOpened = certified !== undefined && (await openings.reAuditIn(tx, certified.id, PAID_BY_OWNER));
    if (!isOpened) return UNDER_REVIEW;
    await credit.consumeIn(tx, intent.id, { type: 'submission', id: certified.id });
    return undefined;
  }

  return { deliver };
}
