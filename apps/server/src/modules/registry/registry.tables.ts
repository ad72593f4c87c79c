import { bigint, boolean, jsonb, numeric, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';
import type { ChainCall, Hex } from './chain.port.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const hex = (name: string) => text(name).$type<Hex>();
const wei = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });

/** Every block of the embedded chain; append-only. */
export const chainJournal = pgTable('chain_journal', {
  sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
  parentHash: hex('parent_hash').notNull(),
  blockTimestamp: bigint('block_timestamp', { mode: 'number' }).notNull(),
  rawTransaction: hex('raw_transaction'),
});

/** Times come from the database, so that clock differences between machines do not matter. */
export const chainLeases = pgTable('chain_leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
});

/** One effect on a chain, required once. */
export const chainOutbox = pgTable('chain_outbox', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['COMMIT', 'COMMIT_ROOT', 'TRANSFER'] }).notNull(),
  refType: text('ref_type').notNull(),
  refId: text('ref_id').notNull(),
  requestId: text('request_id'),
  call: jsonb('call').$type<ChainCall>().notNull(),
  /** CAIP-2. */
  network: text('network').notNull(),
  embedded: boolean('embedded').notNull(),
  state: text('state', { enum: ['QUEUED', 'SENT', 'MINED', 'FINAL', 'FAILED'] }).notNull(),
  /** Null until a transaction is signed, and again after its nonce was lost. */
  sender: hex('sender'),
  nonce: bigint('nonce', { mode: 'number' }),
  /** The newest transaction signed for it or, once mined, the mined one. */
  txHash: hex('tx_hash'),
  blockNumber: bigint('block_number', { mode: 'number' }),
  blockHash: hex('block_hash'),
  lastError: text('last_error'),
  queuedAt: moment('queued_at').notNull(),
  nextAttemptAt: moment('next_attempt_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** Every transaction ever signed, stored before it is sent; append-only. */
export const chainTransactions = pgTable('chain_transactions', {
  txHash: hex('tx_hash').primaryKey(),
  outboxId: uuid('outbox_id').notNull(),
  network: text('network').notNull(),
  sender: hex('sender').notNull(),
  nonce: bigint('nonce', { mode: 'number' }).notNull(),
  rawTransaction: hex('raw_transaction').notNull(),
  maxFeePerGas: wei('max_fee_per_gas').notNull(),
  maxPriorityFeePerGas: wei('max_priority_fee_per_gas').notNull(),
  signedAt: moment('signed_at').notNull(),
});

/** `outboxId` is null until the certificate is planned, singly or in a batch. `proof` is set only in a batch. */
export const certificateAnchors = pgTable('certificate_anchors', {
  certificateId: text('certificate_id').primaryKey(),
  submissionId: uuid('submission_id').notNull().unique(),
  payloadHash: hex('payload_hash').notNull(),
  requestId: text('request_id'),
  outboxId: uuid('outbox_id'),
  proof: jsonb('proof').$type<Hex[]>(),
  queuedAt: moment('queued_at').notNull(),
});
