import type { JournalId } from '@assay/protocol';
import {
  bigint,
  boolean,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';
import { CURRENCIES, type LedgerAccountId } from './journal.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const minorUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(39,0)',
  fromDriver: BigInt,
  toDriver: String,
});
/** A transaction id; only the database reads it. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const accountId = (name: string) => bigint(name, { mode: 'number' }).$type<LedgerAccountId>();
const journalId = (name: string) => uuid(name).$type<JournalId>();

/** A trigger updates `balance` and `postings` when postings are inserted. Nothing else changes a row. */
export const ledgerAccounts = pgTable('ledger_accounts', {
  id: accountId('id').generatedAlwaysAsIdentity().primaryKey(),
  ownerKind: text('owner_kind').notNull(),
  ownerId: text('owner_id').notNull(),
  currency: text('currency', { enum: CURRENCIES }).notNull(),
  mayGoNegative: boolean('may_go_negative').notNull(),
  openedAt: moment('opened_at').notNull(),
  balance: minorUnits('balance').notNull().default(0n),
  postings: bigint('postings', { mode: 'number' }).notNull().default(0),
});

/** Append-only, like `ledgerPostings` and `ledgerChain`. */
export const ledgerJournals = pgTable('ledger_journals', {
  id: journalId('id').primaryKey(),
  kind: text('kind').notNull(),
  refType: text('ref_type').notNull(),
  refId: text('ref_id').notNull(),
  memo: text('memo'),
  postings: integer('postings').notNull(),
  bookedAt: moment('booked_at').notNull(),
  bookedIn: transactionId('booked_in').notNull(),
});

/** A trigger rejects a posting that does not continue from the state of its account. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    journalId: journalId('journal_id').notNull(),
    accountId: accountId('account_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amount: minorUnits('amount').notNull(),
    entry: bigint('entry', { mode: 'number' }).notNull(),
    balanceAfter: minorUnits('balance_after').notNull(),
  },
  (table) => [primaryKey({ columns: [table.journalId, table.accountId] })],
);

/** Journals that the sealing job has to chain. A trigger fills this table. */
export const ledgerUnsealed = pgTable('ledger_unsealed', {
  added: bigint('added', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  journalId: journalId('journal_id').notNull(),
});

export const ledgerChain = pgTable('ledger_chain', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  journalId: journalId('journal_id').notNull().unique(),
  hash: text('hash').notNull(),
});
