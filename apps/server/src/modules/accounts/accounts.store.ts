import { and, eq, isNull } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { accounts } from './accounts.tables.ts';

export type AccountRow = typeof accounts.$inferSelect;

export function accountStore(db: Database) {
  const isLive = (id: string) => and(eq(accounts.id, id), isNull(accounts.deletedAt));

  return {
    async find(id: string): Promise<AccountRow | undefined> {
      const [row] = await db.select().from(accounts).where(isLive(id));
      return row;
    },
    /** Locks the account until the end of the transaction, so that limits per account hold under concurrency. */
    async lock(id: string): Promise<AccountRow | undefined> {
      const [row] = await db.select().from(accounts).where(isLive(id)).for('update');
      return row;
    },
    async findByEmail(email: string): Promise<AccountRow | undefined> {
      const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
      return row;
    },
    /** `undefined` if the address already has an account. */
    async insert(row: AccountRow): Promise<AccountRow | undefined> {
      const [inserted] = await db.insert(accounts).values(row).onConflictDoNothing().returning();
      return inserted;
    },
    async change(
      id: string,
      change: Partial<Pick<AccountRow, 'displayName' | 'notify'>>,
    ): Promise<AccountRow | undefined> {
      const [row] = await db.update(accounts).set(change).where(isLive(id)).returning();
      return row;
    },
    async blank(id: string, deletedAt: Date): Promise<void> {
      await db.update(accounts).set({ email: null, displayName: '', notify: [], deletedAt }).where(isLive(id));
    },
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
