import type { JournalId } from '@assay/protocol';
import { asc, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { AccountFacts, Journal, LedgerAccountId } from './journal.ts';
import { ledgerAccounts, ledgerJournals, ledgerPostings } from './ledger.tables.ts';

/** A stored journal; `announced` is the number of postings that it was booked with. */
export type StoredJournal = Journal & { readonly announced: number };

/** Complete journals. The postings of each are in account order. */
export async function readJournals(
  db: Database,
  ids: readonly JournalId[],
): Promise<ReadonlyMap<JournalId, StoredJournal>> {
  if (ids.length === 0) return new Map();
  const { id, kind, refType, refId, memo, postings: announced, bookedAt } = ledgerJournals;
  const heads = await db
    .select({ id, kind, ref: { type: refType, id: refId }, memo, announced, bookedAt })
    .from(ledgerJournals)
    .where(sql`${id} = ANY(${sql.param(ids)}::uuid[])`);
  const { journalId, accountId, currency, amount, entry, balanceAfter } = ledgerPostings;
  const rows = await db
    .select({ journalId, posting: { accountId, currency, amount, entry, balanceAfter } })
    .from(ledgerPostings)
    .where(sql`${journalId} = ANY(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(journalId), asc(accountId));
  const lines = Map.groupBy(rows, (row) => row.journalId);
  return new Map(
    heads.map((head) => [head.id, { ...head, postings: (lines.get(head.id) ?? []).map(({ posting }) => posting) }]),
  );
}

export async function readAccountFacts(
  db: Database,
  ids: readonly LedgerAccountId[],
): Promise<ReadonlyMap<LedgerAccountId, AccountFacts>> {
  const { id, ownerKind, ownerId, currency, mayGoNegative, openedAt } = ledgerAccounts;
  const rows = await db
    .select({ id, owner: { kind: ownerKind, id: ownerId }, currency, mayGoNegative, openedAt })
    .from(ledgerAccounts)
    .where(sql`${id} = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
