import { and, eq, ne } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { refunds } from './payments.tables.ts';

export type RefundRow = typeof refunds.$inferSelect;

export function refundStore(db: Database) {
  return {
    async insert(row: RefundRow): Promise<void> {
      await db.insert(refunds).values(row);
    },
    async lock(id: string): Promise<RefundRow | undefined> {
      const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update');
      return row;
    },
    async findLive(intentId: RefundRow['intentId']): Promise<RefundRow | undefined> {
      const [row] = await db
        .select()
        .from(refunds)
        .where(and(eq(refunds.intentId, intentId), ne(refunds.state, 'REFUSED')));
      return row;
    },
    async change(
      id: string,
      change: Partial<Pick<RefundRow, 'state' | 'txHash'>> & { changedAt: Date },
    ): Promise<void> {
      await db.update(refunds).set(change).where(eq(refunds.id, id));
    },
  };
}
export type RefundStore = ReturnType<typeof refundStore>;
