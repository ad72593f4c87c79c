import { asc, gte } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { chainJournal } from './registry.tables.ts';

type JournalRow = typeof chainJournal.$inferSelect;

/** Rows per page, because a long journal may not fit into memory. */
const PAGE = 500;

/** Stores the blocks of the embedded chain. The primary key rejects a duplicate block number. */
export function chainJournalStore(db: Database) {
  return {
    async append(entry: JournalRow): Promise<void> {
      await db.insert(chainJournal).values(entry);
    },
    async *read(fromSequence: number): AsyncGenerator<JournalRow> {
      let from = fromSequence;
      for (;;) {
        const rows = await db
          .select()
          .from(chainJournal)
          .where(gte(chainJournal.sequence, from))
          .orderBy(asc(chainJournal.sequence))
          .limit(PAGE);
        yield* rows;
        if (rows.length < PAGE) return;
        from += PAGE;
      }
    },
  };
}
