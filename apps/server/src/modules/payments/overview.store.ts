import { and, desc, eq, lt, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { IntentRow } from './intents.store.ts';
import { bounties, paymentClaims, paymentIntents, refunds } from './payments.tables.ts';

type PaymentPosition = Pick<IntentRow, 'createdAt' | 'id'>;
type Query = { state: IntentRow['state'] | undefined; after: PaymentPosition | undefined; limit: number };

const TABLES = { intents: paymentIntents, claims: paymentClaims, refunds, bounties } as const;

/** Reads across all principals, for operators. */
export function paymentOverviewStore(db: Database) {
  return {
    /** Newest first, each with the state of its x402 claim, if any. */
    async list({ state, after, limit }: Query) {
      const { createdAt, id } = paymentIntents;
      const older = after && or(lt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), lt(id, after.id)));
      return db
        .select({ intent: paymentIntents, claim: paymentClaims.state })
        .from(paymentIntents)
        .leftJoin(paymentClaims, eq(paymentClaims.intentId, id))
        .where(and(state && eq(paymentIntents.state, state), older))
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
    },

    async counts(of: keyof typeof TABLES): Promise<Record<string, number>> {
      const table = TABLES[of];
      const rows = await db
        .select({ state: table.state, count: sql<number>`count(*)::int` })
        .from(table)
        .groupBy(table.state);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
}
export type PaymentOverviewStore = ReturnType<typeof paymentOverviewStore>;
