import { PaymentIntentId } from '@assay/protocol';
import { and, asc, eq, gt, gte, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { paymentClaims, paymentIntents, paymentTransfers } from './payments.tables.ts';

export type IntentRow = typeof paymentIntents.$inferSelect;
export type TransferRow = typeof paymentTransfers.$inferSelect;
type Change = Partial<Pick<IntentRow, 'state' | 'method' | 'payer' | 'txHash' | 'lastError' | 'consumedBy'>> & {
  changedAt: Date;
};

export function intentStore(db: Database) {
  return {
    /** Undefined when this request already has a live intent: unique index `payment_intents_one_per_request`. */
    async insert(row: IntentRow): Promise<IntentRow | undefined> {
      const [inserted] = await db.insert(paymentIntents).values(row).onConflictDoNothing().returning();
      return inserted;
    },

    async find(id: string, principal: string): Promise<IntentRow | undefined> {
      const own = and(eq(paymentIntents.id, id as IntentRow['id']), eq(paymentIntents.principal, principal));
      const [row] = await db.select().from(paymentIntents).where(own);
      return row;
    },

    /** Transaction hashes by id, for those ids that name an intent with a transfer. */
    async txHashesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const named = ids.flatMap((id) => PaymentIntentId.safeParse(id).data ?? []);
      if (named.length === 0) return new Map();
      const { id, txHash } = paymentIntents;
      const rows = await db.select({ id, txHash }).from(paymentIntents).where(inArray(id, named));
      return new Map(rows.flatMap((row) => (row.txHash === null ? [] : [[row.id, row.txHash] as const])));
    },
    async findLive(principal: string, resource: string, requestSha256: string): Promise<IntentRow | undefined> {
      const [row] = await db
        .select()
        .from(paymentIntents)
        .where(
          and(
            eq(paymentIntents.principal, principal),
            eq(paymentIntents.resource, resource),
            eq(paymentIntents.requestSha256, requestSha256),
            inArray(paymentIntents.state, ['REQUIRES_PAYMENT', 'PENDING']),
          ),
        );
      return row;
    },

    /** Detaches an unpaid intent from its request, so that the request can get a new one. */
    async retire(id: IntentRow['id']): Promise<void> {
      await db
        .update(paymentIntents)
        .set({ resource: null, requestSha256: null })
        .where(and(eq(paymentIntents.id, id), eq(paymentIntents.state, 'REQUIRES_PAYMENT')));
    },

    async countUnpaid(principal: string, since: Date): Promise<number> {
      const { state, createdAt } = paymentIntents;
      const isUnpaid = eq(state, 'REQUIRES_PAYMENT');
      return db.$count(paymentIntents, and(eq(paymentIntents.principal, principal), gt(createdAt, since), isUnpaid));
    },
    /** Deletes intents without a payment in progress, and returns their number. Locked ones are being paid. */
    async deleteUnpaid(expiredBefore: Date, limit: number): Promise<number> {
      const unpaid = db
        .select({ id: paymentIntents.id })
        .from(paymentIntents)
        .where(
          and(
            eq(paymentIntents.state, 'REQUIRES_PAYMENT'),
            lt(paymentIntents.expiresAt, expiredBefore),
            sql`NOT EXISTS (SELECT FROM ${paymentClaims} WHERE ${paymentClaims.intentId} = ${paymentIntents.id})`,
          ),
        )
        .limit(limit)
        .for('update', { skipLocked: true });
      const deleted = await db
        .delete(paymentIntents)
        .where(inArray(paymentIntents.id, unpaid))
        .returning({ id: paymentIntents.id });
      return deleted.length;
    },

    async lock(id: string): Promise<IntentRow> {
      const [row] = await db
        .select()
        .from(paymentIntents)
        .where(eq(paymentIntents.id, id as IntentRow['id']))
        .for('update');
      if (row === undefined) throw new Error(`Payment intent ${id} not found`);
      return row;
    },

    async change(id: string, change: Change): Promise<IntentRow> {
      const [row] = await db
        .update(paymentIntents)
        .set(change)
        .where(eq(paymentIntents.id, id as IntentRow['id']))
        .returning();
      if (row === undefined) throw new Error(`Payment intent ${id} not found`);
      return row;
    },

    /** Expires unpaid intents of these quotes, except those with a payment in progress. */
    async expireUnpaid(quoteIds: readonly string[], now: Date): Promise<void> {
      const unpaid = db
        .select({ id: paymentIntents.id })
        .from(paymentIntents)
        .where(
          and(
            eq(paymentIntents.state, 'REQUIRES_PAYMENT'),
            eq(paymentIntents.purpose, 'SUBMISSION'),
            gt(paymentIntents.expiresAt, now),
            sql`${paymentIntents.quote} ->> 'id' = ANY(${sql.param([...quoteIds])}::text[])`,
          ),
        )
        .for('update', { skipLocked: true });
      await db.update(paymentIntents).set({ expiresAt: now, changedAt: now }).where(inArray(paymentIntents.id, unpaid));
    },

    /** Intents spent since then on re-audits of a submission. */
    async listReAudits(submissionId: string, since: Date): Promise<IntentRow[]> {
      return db
        .select()
        .from(paymentIntents)
        .where(
          and(
            eq(paymentIntents.purpose, 'RE_AUDIT'),
            eq(paymentIntents.state, 'CONSUMED'),
            gte(paymentIntents.changedAt, since),
            sql`${paymentIntents.consumedBy} @> ${JSON.stringify({ type: 'submission', id: submissionId })}::jsonb`,
          ),
        )
        .for('update');
    },

    /** Direct payments that wait for confirmations, ordered by least recent change. */
    async listPendingDirect(before: Date, limit: number): Promise<IntentRow[]> {
      return db
        .select()
        .from(paymentIntents)
        .where(
          and(
            eq(paymentIntents.state, 'PENDING'),
            eq(paymentIntents.method, 'DIRECT'),
            lt(paymentIntents.changedAt, before),
          ),
        )
        .orderBy(asc(paymentIntents.changedAt))
        .limit(limit);
    },

    /** Moves the intent behind all others in the queue. */
    async putOff(id: IntentRow['id'], changedAt: Date): Promise<void> {
      await db
        .update(paymentIntents)
        .set({ changedAt })
        .where(and(eq(paymentIntents.id, id), eq(paymentIntents.state, 'PENDING')));
    },

    /** False when this transfer has already paid for something. */
    async claimTransfer(row: TransferRow): Promise<boolean> {
      const rows = await db
        .insert(paymentTransfers)
        .values(row)
        .onConflictDoNothing()
        .returning({ txHash: paymentTransfers.txHash });
      return rows.length === 1;
    },

    async findTransfer(intentId: string): Promise<TransferRow | undefined> {
      const [row] = await db
        .select()
        .from(paymentTransfers)
        .where(eq(paymentTransfers.intentId, intentId as IntentRow['id']));
      return row;
    },

    /** Every transfer of one transaction that ever paid for something. */
    async listTransfers(network: string, txHash: IntentRow['txHash'] & string): Promise<TransferRow[]> {
      return db
        .select()
        .from(paymentTransfers)
        .where(and(eq(paymentTransfers.network, network), eq(paymentTransfers.txHash, txHash)));
    },

    async findByReceipt(receiptId: string): Promise<TransferRow | undefined> {
      const [row] = await db.select().from(paymentTransfers).where(eq(paymentTransfers.receiptId, receiptId));
      return row;
    },
  };
}
export type IntentStore = ReturnType<typeof intentStore>;
