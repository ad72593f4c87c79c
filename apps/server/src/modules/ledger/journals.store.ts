import type { JournalId } from '@assay/protocol';
import { asc, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/index.ts';
import type { AccountFacts, Journal, LedgerAccountId } from './journal.ts';
import { ledgerAccounts, ledgerJournals, ledgerPostings } from './ledger.tables.ts';

/** A journal as its rows tell it; `announced` is the number of postings it was booked with. */
export type StoredJournal = Journal & { readonly announced: number };

/** Whole journals, each with its postings in the order of their accounts. */
export async function readJournals(
  db: Database,
  ids: readonly JournalId[],
): Promise<ReadonlyMap<JournalId, StoredJournal>> {
  if (ids.length === 0) return new Map();
  const heads = await db
    .select()
    .from(ledgerJournals)
    .where(sql`${ledgerJournals.id} = ANY(${sql.param(ids)}::uuid[])`);
  const { journalId, ...columns } = getTableColumns(ledgerPostings);
  const rows = await db
    .select({ journalId, posting: columns })
    .from(ledgerPostings)
    .where(sql`${journalId} = ANY(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(journalId), asc(columns.accountId));
  const postings = Map.groupBy(rows, (row) => row.journalId);
  return new Map(
    heads.map(({ refType, refId, postings: announced, ...head }) => [
      head.id,
      {
        ...head,
        ref: { type: refType, id: refId },
        announced,
        postings: (postings.get(head.id) ?? []).map(({ posting }) => posting),
      },
    ]),
  );
}

export async function readAccountFacts(
  db: Database,
  ids: readonly LedgerAccountId[],
): Promise<ReadonlyMap<LedgerAccountId, AccountFacts>> {
  const { id, ownerKind, ownerId, currency, mayGoNegative, openedAt } = getTableColumns(ledgerAccounts);
  const rows = await db
    .select({ id, owner: { kind: ownerKind, id: ownerId }, currency, mayGoNegative, openedAt })
    .from(ledgerAccounts)
    .where(sql`${id} = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
