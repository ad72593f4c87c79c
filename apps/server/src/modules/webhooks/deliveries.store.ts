import { and, desc, eq, lt, or, sql } from '../../platform/db/drizzle.ts';
import { type Database, insertRows } from '../../platform/db/index.ts';
import { webhookDeliveries } from './webhooks.tables.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type DueDelivery = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'requestId' | 'body' | 'tries'> & {
  readonly url: string;
  readonly owner: string;
  readonly sealedSecret: string;
};
type DeliveryPosition = Pick<DeliveryRow, 'createdAt' | 'id'>;

const insertDeliveries = insertRows('webhook_deliveries_insert', webhookDeliveries);

/** Concurrent messages per owner, so that slow receivers do not delay those of others. */
const PER_OWNER_MAX = 4;

/** An owner with sent messages, and whether one of its receivers was slow. */
export type ServedOwner = { readonly owner: string; readonly isSlow: boolean };
type DueAsked = {
  readonly now: Date;
  readonly retryAt: Date;
  readonly limit: number;
  /** Limit for owners that are not known to be fast. */
  readonly limitOfOthers: number;
  /** Owners whose current batch must end before their next messages. */
  readonly busyOwners: readonly string[];
  /** Least recently served first; owners not listed precede all of these. A slow owner gets one message at a time. */
  readonly served: readonly ServedOwner[];
};

export function deliveryStore(db: Database) {
  const within = (id: string, webhookId: string) =>
    and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId));

  return {
    /** An event that was already announced is skipped. */
    async insert(rows: readonly DeliveryRow[]): Promise<void> {
      await insertDeliveries(db, rows);
    },
    async countWaiting(webhookId: string): Promise<number> {
      return db.$count(
        webhookDeliveries,
        and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'PENDING')),
      );
    },

    /**
     * Takes due deliveries for one sender; until `retryAt` no other sender takes them. Each owner gets a first message
     * before any owner gets a second, and the least recently served owner comes first.
     */
    async takeDue(asked: DueAsked): Promise<DueDelivery[]> {
      const { now, retryAt, limit, limitOfOthers } = asked;
      const busy = sql.param([...asked.busyOwners]);
      const owners = sql.param(asked.served.map(({ owner }) => owner));
      const slow = sql.param(asked.served.map(({ isSlow }) => isSlow));
      const { rows } = await db.execute<DueDelivery>(sql`
        WITH served AS (
          SELECT * FROM unnest(${owners}::text[], ${slow}::boolean[]) WITH ORDINALITY AS known (owner, is_slow, served_at)
        ), waiting AS (
          SELECT d.id, d.due_at, w.owner, row_number() OVER (PARTITION BY w.owner ORDER BY d.due_at) AS place
          FROM webhooks w CROSS JOIN LATERAL (
            SELECT id, due_at FROM webhook_deliveries
            WHERE webhook_id = w.id AND state = 'PENDING' AND due_at <= ${now} ORDER BY due_at LIMIT ${PER_OWNER_MAX}
          ) d
          WHERE w.state = 'ACTIVE' AND w.owner <> ALL (${busy}::text[])
        ), queued AS (
          SELECT id, is_slow IS FALSE AS is_fast, row_number() OVER (
            PARTITION BY is_slow IS FALSE ORDER BY place, served_at NULLS FIRST, due_at
          ) AS turn_of_kind, row_number() OVER (ORDER BY place, served_at NULLS FIRST, due_at) AS turn
          FROM waiting LEFT JOIN served USING (owner)
          WHERE place <= CASE WHEN is_slow THEN 1 ELSE ${PER_OWNER_MAX} END
        ), due AS (
          SELECT id FROM queued WHERE is_fast OR turn_of_kind <= ${limitOfOthers} ORDER BY turn LIMIT ${limit}
        ), taken AS (
          SELECT d.id FROM webhook_deliveries d JOIN due USING (id)
          WHERE d.state = 'PENDING' AND d.due_at <= ${now} FOR UPDATE OF d SKIP LOCKED
        )
        UPDATE webhook_deliveries d SET due_at = ${retryAt}, tries = d.tries + 1
        FROM taken, webhooks w WHERE d.id = taken.id AND w.id = d.webhook_id
        RETURNING d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.request_id AS "requestId", d.body,
          d.tries, w.url, w.owner, w.sealed_secret AS "sealedSecret"`);
      return rows;
    },

    async settle(
      id: string,
      outcome: Pick<DeliveryRow, 'state' | 'lastStatus' | 'lastError' | 'finishedAt'> & { dueAt?: Date },
    ): Promise<void> {
      await db.update(webhookDeliveries).set(outcome).where(eq(webhookDeliveries.id, id));
    },

    async again(id: string, webhookId: string, dueAt: Date): Promise<DeliveryRow | undefined> {
      const fresh = { state: 'PENDING', tries: 0, dueAt, finishedAt: null } as const;
      const [row] = await db.update(webhookDeliveries).set(fresh).where(within(id, webhookId)).returning();
      return row;
    },

    /** Newest first. */
    async list(webhookId: string, after: DeliveryPosition | undefined, limit: number): Promise<DeliveryRow[]> {
      const older =
        after === undefined
          ? undefined
          : or(
              lt(webhookDeliveries.createdAt, after.createdAt),
              and(eq(webhookDeliveries.createdAt, after.createdAt), lt(webhookDeliveries.id, after.id)),
            );
      return db
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.webhookId, webhookId), older))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(limit);
    },

    async deleteOlderThan(createdAt: Date): Promise<void> {
      await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, createdAt));
    },
    /** Keeps only the newest finished deliveries of each webhook. */
    async deleteBeyond(keptMax: number): Promise<void> {
      await db.execute(sql`
        DELETE FROM webhook_deliveries d USING (
          SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
          FROM webhook_deliveries WHERE state <> 'PENDING'
        ) finished
        WHERE d.id = finished.id AND finished.place > ${keptMax}`);
    },
  };
}
export type DeliveryStore = ReturnType<typeof deliveryStore>;
