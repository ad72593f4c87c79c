import { and, asc, eq, inArray, lt } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { paymentClaims } from './payments.tables.ts';

export type ClaimRow = typeof paymentClaims.$inferSelect;
export type ClaimState = ClaimRow['state'];
export type ClaimKey = Pick<ClaimRow, 'network' | 'asset' | 'payer' | 'nonce'>;

/** States of a claim without a final result. */
export const OPEN_STATES = ['CLAIMED', 'SETTLING', 'UNKNOWN'] as const satisfies readonly ClaimState[];

export function claimStore(db: Database) {
  return {
    /** False when the authorization or its identifier is already claimed. */
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

    /** False when the claim has left the state `from` or was deleted. */
    async move(id: string, from: ClaimState, to: ClaimState, changedAt: Date): Promise<boolean> {
      const rows = await db
        .update(paymentClaims)
        .set({ state: to, changedAt })
        .where(and(eq(paymentClaims.id, id), eq(paymentClaims.state, from)))
        .returning({ id: paymentClaims.id });
      return rows.length === 1;
    },

    /** The transfer is known, so the claim is final. */
    async close(id: string, changedAt: Date): Promise<void> {
      await db.update(paymentClaims).set({ state: 'SETTLED', changedAt }).where(eq(paymentClaims.id, id));
    },

    /** Deletes a claim, unless it has left these states meanwhile. */
    async release(id: string, from: readonly ClaimState[]): Promise<boolean> {
      const rows = await db
        .delete(paymentClaims)
        .where(and(eq(paymentClaims.id, id), inArray(paymentClaims.state, [...from])))
        .returning({ id: paymentClaims.id });
      return rows.length === 1;
    },

    /** Claims of a terminated process, or with an unknown result. */
    async listStale(before: Date, limit: number): Promise<ClaimRow[]> {
      return db
        .select()
        .from(paymentClaims)
        .where(and(inArray(paymentClaims.state, OPEN_STATES), lt(paymentClaims.changedAt, before)))
        .orderBy(asc(paymentClaims.changedAt))
        .limit(limit);
    },
  };
}
export type ClaimStore = ReturnType<typeof claimStore>;
