import { and, eq, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { quotes } from './payments.tables.ts';

export type QuoteRow = typeof quotes.$inferSelect;

export function quoteStore(db: Database) {
  return {
    async insert(row: QuoteRow): Promise<void> {
      await db.insert(quotes).values(row);
    },
    /** Deletes quotes without stored content and without an intent, and returns their number. */
    async deleteUnused(expiredBefore: Date, limit: number): Promise<number> {
      const unused = db
        .select({ id: quotes.id })
        .from(quotes)
        .where(
          and(
            lt(quotes.expiresAt, expiredBefore),
            sql`NOT EXISTS (SELECT FROM sealed_inputs WHERE sealed_inputs.quote_id = ${quotes.id})`,
            sql`${quotes.id}::text NOT IN (SELECT quote->>'id' FROM payment_intents WHERE quote IS NOT NULL)`,
          ),
        )
        .limit(limit);
      const deleted = await db.delete(quotes).where(inArray(quotes.id, unused)).returning({ id: quotes.id });
      return deleted.length;
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
