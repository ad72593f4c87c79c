import type { Payout } from '../registry/index.ts';
import type { IntentRow } from './intents.store.ts';

/** What payments tell others, in the transaction in which it happens. */
export type PaymentEvent =
  /** The selling module consumes the intent, or creates its refund. */
  | { readonly type: 'intent.paid'; readonly intent: IntentRow }
  /** Its money has bought something; `consumedBy` says what. */
  | { readonly type: 'intent.consumed'; readonly intent: IntentRow }
  /** The intent as it was before: what it had bought, if anything, goes back with it. */
  | { readonly type: 'refund.due'; readonly intent: IntentRow }
  | { readonly type: 'payout.due'; readonly payout: Payout };
