import type { Payout } from '../registry/index.ts';
import type { IntentRow } from './intents.store.ts';

/** Events of payments, published in the transaction of the change. */
export type PaymentEvent =
  /** The selling module consumes the intent or creates its refund. */
  | { readonly type: 'intent.paid'; readonly intent: IntentRow }
  /** The intent was spent; `consumedBy` names the purchase. */
  | { readonly type: 'intent.consumed'; readonly intent: IntentRow }
  /** The intent before the refund: its purchase, if any, is reversed. */
  | { readonly type: 'refund.due'; readonly intent: IntentRow }
  | { readonly type: 'payout.due'; readonly payout: Payout };
