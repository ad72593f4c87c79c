import type { PaymentIntentId, PaymentRequired, Quote } from '@assay/protocol';
import type { z } from 'zod';
import {
  bigint,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';
import type { Hex, IntentTerms, StoredPayment } from './chain.port.ts';
import type { PricedDriver } from './quotes.policy.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const minorUnits = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });
const hex = (name: string) => text(name).$type<Hex>();
const intentId = (name: string) => uuid(name).$type<PaymentIntentId>();

/** A stored price for one exact input; never changed. */
export const quotes = pgTable('quotes', {
  id: uuid('id').primaryKey(),
  /** In the form of `principalOf`, here and below. */
  principal: text('principal').notNull(),
  productType: text('product_type').notNull(),
  base: minorUnits('base').notNull(),
  drivers: jsonb('drivers').$type<PricedDriver[]>().notNull(),
  total: minorUnits('total').notNull(),
  inputSha256: text('input_sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** `terms` and `quote` are snapshots. An unpaid intent past `expiresAt` is EXPIRED, although its row does not say so. */
export const paymentIntents = pgTable('payment_intents', {
  id: intentId('id').primaryKey(),
  principal: text('principal').notNull(),
  purpose: text('purpose', { enum: ['SUBMISSION', 'RE_AUDIT', 'TOPUP'] }).notNull(),
  state: text('state', {
    enum: ['REQUIRES_PAYMENT', 'PENDING', 'PAID', 'CONSUMED', 'REFUND_DUE', 'REFUNDED'],
  }).notNull(),
  method: text('method', { enum: ['DIRECT', 'X402'] }),
  amount: minorUnits('amount').notNull(),
  /** Null for a top-up, whose price is the requested amount. */
  quote: jsonb('quote').$type<z.input<typeof Quote>>(),
  terms: jsonb('terms').$type<IntentTerms>().notNull(),
  x402: jsonb('x402').$type<z.input<typeof PaymentRequired>>().notNull(),
  resource: text('resource'),
  requestSha256: text('request_sha256'),
  payer: hex('payer'),
  txHash: hex('tx_hash'),
  lastError: jsonb('last_error').$type<{ code: string; detail: string }>(),
  consumedBy: jsonb('consumed_by').$type<{ type: 'submission' | 'topup'; id: string }>(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** An x402 authorization bound to one request; see the migration. */
export const paymentClaims = pgTable('payment_claims', {
  id: uuid('id').primaryKey(),
  intentId: intentId('intent_id').notNull(),
  network: text('network').notNull(),
  asset: hex('asset').notNull(),
  payer: hex('payer').notNull(),
  nonce: hex('nonce').notNull(),
  principal: text('principal').notNull(),
  requestSha256: text('request_sha256').notNull(),
  paymentIdentifier: text('payment_identifier').unique(),
  payment: jsonb('payment').$type<StoredPayment>().notNull(),
  state: text('state', { enum: ['CLAIMED', 'SETTLING', 'UNKNOWN', 'SETTLED'] }).notNull(),
  /** The spending transaction cannot be in an earlier block. */
  fromBlock: bigint('from_block', { mode: 'bigint' }).notNull(),
  validBefore: moment('valid_before').notNull(),
  claimedAt: moment('claimed_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** Every transfer that ever paid for something; append-only. */
export const paymentTransfers = pgTable(
  'payment_transfers',
  {
    network: text('network').notNull(),
    txHash: hex('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    intentId: intentId('intent_id').notNull().unique(),
    payer: hex('payer').notNull(),
    amount: minorUnits('amount').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockTime: moment('block_time').notNull(),
    journalId: uuid('journal_id').notNull(),
    receiptId: uuid('receipt_id').notNull().unique(),
    creditedAt: moment('credited_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.txHash, table.logIndex] })],
);

export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  intentId: intentId('intent_id').notNull(),
  amount: minorUnits('amount').notNull(),
  reason: text('reason').notNull(),
  /** DUE waits for an operator, APPROVED for the chain. */
  state: text('state', { enum: ['DUE', 'APPROVED', 'PAID', 'REFUSED'] }).notNull(),
  txHash: hex('tx_hash'),
  dueAt: moment('due_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** HELD waits for an operator, PENDING for an open chain. */
export const bounties = pgTable('bounties', {
  flagId: uuid('flag_id').primaryKey(),
  certificateId: text('certificate_id').notNull(),
  walletAddress: hex('wallet_address').notNull(),
  amount: minorUnits('amount').notNull(),
  state: text('state', { enum: ['HELD', 'PENDING', 'SENT', 'PAID', 'REFUSED'] }).notNull(),
  txHash: hex('tx_hash'),
  queuedAt: moment('queued_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
