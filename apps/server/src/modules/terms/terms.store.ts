import { and, desc, eq } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { termsAcceptances } from './terms.tables.ts';

export type AcceptanceRow = typeof termsAcceptances.$inferSelect;

export function termsStore(db: Database) {
  return {
    /** The first acceptance of a text counts. */
    async insert(row: AcceptanceRow): Promise<void> {
      await db.insert(termsAcceptances).values(row).onConflictDoNothing();
    },
    async has(principal: string, sha256: string): Promise<boolean> {
      const isThis = and(eq(termsAcceptances.principal, principal), eq(termsAcceptances.sha256, sha256));
      return (await db.$count(termsAcceptances, isThis)) > 0;
    },
    /** Newest first. */
    async list(principal: string, limit: number): Promise<AcceptanceRow[]> {
      return db
        .select()
        .from(termsAcceptances)
        .where(eq(termsAcceptances.principal, principal))
        .orderBy(desc(termsAcceptances.acceptedAt), desc(termsAcceptances.version))
        .limit(limit);
    },
  };
}
export type TermsStore = ReturnType<typeof termsStore>;
