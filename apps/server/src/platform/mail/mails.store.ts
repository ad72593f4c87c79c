import { and, desc, eq, lt, or, sql } from '../db/drizzle.ts';
import { type Database, insertRows } from '../db/index.ts';
import { outgoingMails } from './mails.tables.ts';

export type MailRow = typeof outgoingMails.$inferSelect;
type MailPosition = Pick<MailRow, 'createdAt' | 'id'>;

const insertMails = insertRows('outgoing_mails_insert', outgoingMails);

export function mailStore(db: Database) {
  return {
    /** Part of the caller's transaction: the mail is sent exactly if the reported change commits. */
    async add(row: MailRow): Promise<void> {
      await db.insert(outgoingMails).values(row);
    },
    /** The same for several mails. */
    async addAll(rows: readonly MailRow[]): Promise<void> {
      await insertMails(db, rows);
    },
    /**
     * Takes due mails for one sender. Until `retryAt` no other process takes them; then the mails of a sender that died
     * are due again.
     */
    async takeDue(now: Date, retryAt: Date, limit: number): Promise<MailRow[]> {
      // The array makes PostgreSQL select the rows once, so never more than `limit`.
      const due = sql`ARRAY(SELECT id FROM outgoing_mails WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      return db
        .update(outgoingMails)
        .set({ dueAt: retryAt, tries: sql`${outgoingMails.tries} + 1` })
        .where(sql`${outgoingMails.id} = ANY (${due})`)
        .returning();
    },
    async postpone(id: string, dueAt: Date): Promise<void> {
      await db.update(outgoingMails).set({ dueAt }).where(eq(outgoingMails.id, id));
    },
    async delete(id: string): Promise<void> {
      await db.delete(outgoingMails).where(eq(outgoingMails.id, id));
    },
    async deleteOlderThan(createdAt: Date): Promise<void> {
      await db.delete(outgoingMails).where(lt(outgoingMails.createdAt, createdAt));
    },
    async deleteTo(recipient: string): Promise<void> {
      await db.delete(outgoingMails).where(eq(outgoingMails.recipient, recipient));
    },
    /** Newest first. */
    async list(after: MailPosition | undefined, limit: number): Promise<MailRow[]> {
      const older =
        after === undefined
          ? undefined
          : or(
              lt(outgoingMails.createdAt, after.createdAt),
              and(eq(outgoingMails.createdAt, after.createdAt), lt(outgoingMails.id, after.id)),
            );
      return db
        .select()
        .from(outgoingMails)
        .where(older)
        .orderBy(desc(outgoingMails.createdAt), desc(outgoingMails.id))
        .limit(limit);
    },
  };
}
export type MailStore = ReturnType<typeof mailStore>;
