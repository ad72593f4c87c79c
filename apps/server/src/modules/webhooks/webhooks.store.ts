import { and, asc, eq, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { webhooks } from './webhooks.tables.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
type ListenersAsked = {
  readonly eventIds: readonly string[];
  readonly publicKinds: readonly string[];
  readonly waitingMax: number;
};
type Listener = { readonly webhookId: string; readonly eventId: string };

export function webhookStore(db: Database) {
  const own = (id: string, owner: string) => and(eq(webhooks.id, id), eq(webhooks.owner, owner));

  return {
    /** Serialises the requests of one owner, so that none exceeds the limit. */
    async lockOwner(owner: string): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks of ${owner}`}, 0))`);
    },
    async count(owner: string): Promise<number> {
      return db.$count(webhooks, eq(webhooks.owner, owner));
    },
    async insert(row: WebhookRow): Promise<void> {
      await db.insert(webhooks).values(row);
    },
    async list(owner: string): Promise<WebhookRow[]> {
      return db
        .select()
        .from(webhooks)
        .where(eq(webhooks.owner, owner))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
    },
    async find(id: string, owner: string): Promise<WebhookRow | undefined> {
      const [row] = await db.select().from(webhooks).where(own(id, owner));
      return row;
    },
    async change(
      id: string,
      owner: string,
      change: Partial<Pick<WebhookRow, 'url' | 'kinds' | 'certificateIds' | 'description' | 'state' | 'failingSince'>>,
    ): Promise<WebhookRow | undefined> {
      const [row] = await db.update(webhooks).set(change).where(own(id, owner)).returning();
      return row;
    },
    async delete(id: string, owner: string): Promise<boolean> {
      const rows = await db.delete(webhooks).where(own(id, owner)).returning({ id: webhooks.id });
      return rows.length === 1;
    },
    async deleteAll(owner: string): Promise<void> {
      await db.delete(webhooks).where(eq(webhooks.owner, owner));
    },

    async countActive(): Promise<number> {
      return db.$count(webhooks, eq(webhooks.state, 'ACTIVE'));
    },
    /**
     * The webhooks that receive each of these events. Events with an owner go to that owner only. A webhook that is
     * newer than the event, or has `waitingMax` queued deliveries, is skipped.
     */
    async findListeners({ eventIds, publicKinds, waitingMax }: ListenersAsked): Promise<Listener[]> {
      const { rows } = await db.execute<Listener>(sql`
        SELECT w.id AS "webhookId", e.id AS "eventId"
        FROM events e JOIN webhooks w ON w.state = 'ACTIVE'
          AND (e.kind = ANY (w.kinds) OR split_part(e.kind, '.', 1) || '.*' = ANY (w.kinds))
          AND (e.owner = w.owner OR (e.owner IS NULL AND e.kind = ANY (${sql.param(publicKinds)}::text[])))
          AND (w.certificate_ids IS NULL OR e.subject_type <> 'certificate' OR e.subject_id = ANY (w.certificate_ids))
          AND w.created_at <= e.occurred_at
        WHERE e.id = ANY (${sql.param(eventIds)}::uuid[]) AND w.id NOT IN (
          SELECT full_one.id FROM webhooks full_one WHERE full_one.state = 'ACTIVE' AND EXISTS (
            SELECT FROM webhook_deliveries d WHERE d.webhook_id = full_one.id AND d.state = 'PENDING'
            OFFSET ${waitingMax - 1} LIMIT 1))`);
      return rows;
    },

    async noteSuccess(id: string): Promise<void> {
      await db.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, id));
    },
    /** Records the first of consecutive failures. A webhook that has failed since before `since` is disabled. */
    async noteFailure(id: string, at: Date, since: Date): Promise<void> {
      await db
        .update(webhooks)
        .set({
          failingSince: sql`coalesce(${webhooks.failingSince}, ${at})`,
          state: sql`CASE WHEN ${webhooks.failingSince} < ${since} THEN 'DISABLED' ELSE ${webhooks.state} END`,
        })
        .where(eq(webhooks.id, id));
    },
    async disable(id: string): Promise<void> {
      await db.update(webhooks).set({ state: 'DISABLED' }).where(eq(webhooks.id, id));
    },
  };
}
export type WebhookStore = ReturnType<typeof webhookStore>;
