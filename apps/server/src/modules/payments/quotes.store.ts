import { and, eq, inArray } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { quotes } from './payments.tables.ts';

export type QuoteRow = typeof quotes.$inferSelect;

export function quoteStore(db: Database) {
  return {
    async insert(row: QuoteRow): Promise<void> {
      await db.insert(quotes).values(row);
    },
    async listByIds(ids: readonly string[]): Promise<QuoteRow[]> {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(quotes)
        .where(inArray(quotes.id, [...ids]));
    },
    async find(id: string, principal: string): Promise<QuoteRow | undefined> {
      const [row] = await db
        .select()
        .from(quotes)
        .where(and(eq(quotes.id, id), eq(quotes.principal, principal)));
      return row;
    },
  };
}
export type QuoteStore = ReturnType<typeof quoteStore>;
