import { and, desc, eq, inArray, lt, or } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { drafts } from './drafts.tables.ts';

export type DraftRow = Omit<typeof drafts.$inferSelect, 'bytes'>;
type DraftPosition = Pick<DraftRow, 'updatedAt' | 'id'>;
export type DraftSize = DraftPosition & Pick<DraftRow, 'revision'> & { readonly bytes: number };

export function draftStore(db: Database) {
  const own = (id: string, accountId: string) => and(eq(drafts.id, id), eq(drafts.accountId, accountId));
  const newestFirst = [desc(drafts.updatedAt), desc(drafts.id)];

  return {
    async insert(row: DraftRow): Promise<void> {
      await db.insert(drafts).values(row);
    },
    async count(accountId: string): Promise<number> {
      return db.$count(drafts, eq(drafts.accountId, accountId));
    },
    async countOpen(accountId: string): Promise<number> {
      return db.$count(drafts, and(eq(drafts.accountId, accountId), eq(drafts.state, 'OPEN')));
    },
    async find(id: string, accountId: string): Promise<DraftRow | undefined> {
      const [row] = await db.select().from(drafts).where(own(id, accountId));
      return row;
    },
    async lock(id: string, accountId: string): Promise<DraftRow | undefined> {
      const [row] = await db.select().from(drafts).where(own(id, accountId)).for('update');
      return row;
    },
    /** The size of each draft of a page, read before any content. */
    async listSizes(accountId: string, after: DraftPosition | undefined, limit: number): Promise<DraftSize[]> {
      const older =
        after === undefined
          ? undefined
          : or(
              lt(drafts.updatedAt, after.updatedAt),
              and(eq(drafts.updatedAt, after.updatedAt), lt(drafts.id, after.id)),
            );
      return db
        .select({
          id: drafts.id,
          revision: drafts.revision,
          updatedAt: drafts.updatedAt,
          bytes: drafts.bytes,
        })
        .from(drafts)
        .where(and(eq(drafts.accountId, accountId), older))
        .orderBy(...newestFirst)
        .limit(limit);
    },
    async listByIds(ids: readonly string[], accountId: string): Promise<DraftRow[]> {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(drafts)
        .where(and(inArray(drafts.id, [...ids]), eq(drafts.accountId, accountId)))
        .orderBy(...newestFirst);
    },
    /** Clears the quote, which was for the previous content. */
    async change(
      row: Pick<DraftRow, 'id' | 'accountId' | 'revision' | 'input' | 'origin' | 'updatedAt'>,
    ): Promise<void> {
      const { id, accountId, revision, input, origin, updatedAt } = row;
      await db.update(drafts).set({ revision, input, origin, updatedAt, quoteId: null }).where(own(id, accountId));
    },
    /** False when the draft was changed or closed meanwhile, so the price no longer applies. */
    async setQuote(id: string, revision: number, quoteId: string): Promise<boolean> {
      const unchanged = and(eq(drafts.id, id), eq(drafts.revision, revision), eq(drafts.state, 'OPEN'));
      const rows = await db.update(drafts).set({ quoteId }).where(unchanged).returning({ id: drafts.id });
      return rows.length === 1;
    },
    /** Removes expired quotes. */
    async forgetQuotes(quoteIds: readonly string[]): Promise<void> {
      if (quoteIds.length === 0) return;
      await db
        .update(drafts)
        .set({ quoteId: null })
        .where(inArray(drafts.quoteId, [...quoteIds]));
    },
    /** Closes the draft permanently. A draft deleted meanwhile is ignored. */
    async markSubmitted(id: string, submissionId: string): Promise<void> {
      await db
        .update(drafts)
        .set({ state: 'SUBMITTED', submissionId })
        .where(and(eq(drafts.id, id), eq(drafts.state, 'OPEN')));
    },
    async delete(id: string, accountId: string): Promise<void> {
      await db.delete(drafts).where(own(id, accountId));
    },
    /** Deletes drafts unchanged since `before` and returns their number. */
    async deleteUnchanged(before: Date, limit: number): Promise<number> {
      const old = db.select({ id: drafts.id }).from(drafts).where(lt(drafts.updatedAt, before)).limit(limit);
      const deleted = await db.delete(drafts).where(inArray(drafts.id, old)).returning({ id: drafts.id });
      return deleted.length;
    },
    async deleteAll(accountId: string): Promise<void> {
      await db.delete(drafts).where(eq(drafts.accountId, accountId));
    },
  };
}
export type DraftStore = ReturnType<typeof draftStore>;
