import { and, asc, eq, inArray, lt, ne } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { paymentClaims } from './payments.tables.ts';

export type ClaimRow = typeof paymentClaims.$inferSelect;
export type ClaimKey = Pick<ClaimRow, 'network' | 'asset' | 'payer' | 'nonce'>;

export function claimStore(db: Database) {
  return {
    /** False when the authorization, or its identifier, is claimed already. */
    async insert(row: ClaimRow): Promise<boolean> {
      const rows = await db.insert(paymentClaims).values(row).onConflictDoNothing().returning({ id: paymentClaims.id });
      return rows.length === 1;
    },

    async find({ network, asset, payer, nonce }: ClaimKey): Promise<ClaimRow | undefined> {
      const [row] = await db
        .select()
        .from(paymentClaims)
        .where(
          and(
            eq(paymentClaims.network, network),
            eq(paymentClaims.asset, asset),
            eq(paymentClaims.payer, payer),
            eq(paymentClaims.nonce, nonce),
          ),
        );
      return row;
    },

    async findByIdentifier(paymentIdentifier: string): Promise<ClaimRow | undefined> {
      const [row] = await db.select().from(paymentClaims).where(eq(paymentClaims.paymentIdentifier, paymentIdentifier));
      return row;
    },

    async findById(id: string): Promise<ClaimRow | undefined> {
      const [row] = await db.select().from(paymentClaims).where(eq(paymentClaims.id, id));
      return row;
    },

    async setState(id: string, state: ClaimRow['state'], changedAt: Date): Promise<void> {
      await db.update(paymentClaims).set({ state, changedAt }).where(eq(paymentClaims.id, id));
    },

    /** Takes a claim back, unless it was settled meanwhile. */
    async release(id: string): Promise<boolean> {
      const rows = await db
        .delete(paymentClaims)
        .where(and(eq(paymentClaims.id, id), ne(paymentClaims.state, 'SETTLED')))
        .returning({ id: paymentClaims.id });
      return rows.length === 1;
    },

    /** Claims that a process left behind, or whose fate nobody knew. */
    async listStale(before: Date, limit: number): Promise<ClaimRow[]> {
      return db
        .select()
        .from(paymentClaims)
        .where(
          and(inArray(paymentClaims.state, ['CLAIMED', 'SETTLING', 'UNKNOWN']), lt(paymentClaims.changedAt, before)),
        )
        .orderBy(asc(paymentClaims.changedAt))
        .limit(limit);
    },
  };
}
export type ClaimStore = ReturnType<typeof claimStore>;
