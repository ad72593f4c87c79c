import { and, asc, eq, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { paymentIntents } from '../payments/payments.tables.ts';
import { walletLinks } from './accounts.tables.ts';

export type WalletRow = typeof walletLinks.$inferSelect;

export function walletStore(db: Database) {
  const own = (id: string, accountId: string) => and(eq(walletLinks.id, id), eq(walletLinks.accountId, accountId));

  return {
    /** Oldest first. The wallet limit bounds the list. */
    async list(accountId: string): Promise<WalletRow[]> {
      return db
        .select()
        .from(walletLinks)
        .where(eq(walletLinks.accountId, accountId))
        .orderBy(asc(walletLinks.verifiedAt), asc(walletLinks.id));
    },
    async find(id: string, accountId: string): Promise<WalletRow | undefined> {
      const [row] = await db.select().from(walletLinks).where(own(id, accountId));
      return row;
    },
    async findPrimary(accountId: string): Promise<WalletRow | undefined> {
      const isPrimary = and(eq(walletLinks.accountId, accountId), eq(walletLinks.isPrimary, true));
      const [row] = await db.select().from(walletLinks).where(isPrimary);
      return row;
    },
    /** `undefined` if an account already has this address. */
    async insert(row: WalletRow): Promise<WalletRow | undefined> {
      const [inserted] = await db.insert(walletLinks).values(row).onConflictDoNothing().returning();
      return inserted;
    },
    async makePrimary(id: string, accountId: string): Promise<WalletRow | undefined> {
      await db.update(walletLinks).set({ isPrimary: false }).where(eq(walletLinks.accountId, accountId));
      const [row] = await db.update(walletLinks).set({ isPrimary: true }).where(own(id, accountId)).returning();
      return row;
    },
    /** True while a payment of this wallet is pending or its refund is due. The refund goes to the same wallet. */
    async isPaying({ accountId, address }: Pick<WalletRow, 'accountId' | 'address'>): Promise<boolean> {
      const pending = and(
        eq(paymentIntents.principal, `account:${accountId}`),
        sql`lower(${paymentIntents.payer}) = ${address.toLowerCase()}`,
        inArray(paymentIntents.state, ['PENDING', 'REFUND_DUE']),
      );
      return (await db.$count(paymentIntents, pending)) > 0;
    },
    async delete(id: string, accountId: string): Promise<void> {
      await db.delete(walletLinks).where(own(id, accountId));
    },
    async deleteAll(accountId: string): Promise<void> {
      await db.delete(walletLinks).where(eq(walletLinks.accountId, accountId));
    },
  };
}
export type WalletStore = ReturnType<typeof walletStore>;
