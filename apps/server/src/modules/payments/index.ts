import type { Database } from '../../platform/db/index.ts';
import { bountyStore } from './bounties.store.ts';
import { claimStore } from './claims.store.ts';
import { intentStore } from './intents.store.ts';
import { refundStore } from './refunds.store.ts';

export type { PaymentChain } from './chain.port.ts';
export type { Credit } from './credit.service.ts';
export { type DirectPayments, type Payer, paymentMessage } from './direct.service.ts';
export { paymentProblem, priceProblem } from './intents.answer.ts';
export { type Intents, type PaidRequest, quoteIdOf } from './intents.service.ts';
export type { IntentRow } from './intents.store.ts';
export type { PaymentEvent } from './payments.published.ts';
export { readPayment, toHeaders } from './payments.service.ts';
export type { PaymentTransaction } from './payments.transaction.ts';
export { PRICE_LIST } from './price-list.ts';
export { priceOf, type Surface } from './quotes.policy.ts';
export type { QuoteAnswer, Quotes } from './quotes.service.ts';
export type { Refunds } from './refunds.service.ts';
export type { X402Payments } from './x402.service.ts';

/** The stores of this module on a pool or a transaction. */
export const paymentStores = (handle: Database) => ({
  intents: intentStore(handle),
  claims: claimStore(handle),
  refunds: refundStore(handle),
  bounties: bountyStore(handle),
});
