import type { Database } from '../../platform/db/index.ts';
import { bountyStore } from './bounties.store.ts';
import { claimStore } from './claims.store.ts';
import { intentStore } from './intents.store.ts';
import { refundStore } from './refunds.store.ts';

export { createBooks } from './books.ts';
export { type Bounties, type BountyAnswer, createBounties } from './bounties.service.ts';
export type { PaymentChain } from './chain.port.ts';
export { type Credit, createCredit } from './credit.service.ts';
export { createDirectPayments, type DirectPayments, type Payer, paymentMessage } from './direct.service.ts';
export { paymentProblem, priceProblem } from './intents.answer.ts';
export { createIntents, type Intents, type PaidRequest } from './intents.service.ts';
export type { IntentRow } from './intents.store.ts';
export { bindPaymentOverviewRoutes } from './overview.routes.ts';
export { createPaymentOverview } from './overview.service.ts';
export { paymentOverviewStore } from './overview.store.ts';
export { bindPaymentRoutes } from './payments.routes.ts';
export { createPayments, type Payments, readPayment, toHeaders } from './payments.service.ts';
export type { PaymentTransaction, Payout } from './payments.transaction.ts';
export { PRICE_LIST, type Price, type PriceDriver } from './price-list.ts';
export { priceOf } from './quotes.policy.ts';
export { createQuotes, type QuoteAnswer, type Quotes } from './quotes.service.ts';
export { quoteStore } from './quotes.store.ts';
export { createRefunds, type Refunds } from './refunds.service.ts';
export { createX402Payments, type X402Payments } from './x402.service.ts';

/** The stores of this module over a pool or a transaction. */
export const paymentStores = (handle: Database) => ({
  intents: intentStore(handle),
  claims: claimStore(handle),
  refunds: refundStore(handle),
  bounties: bountyStore(handle),
});
