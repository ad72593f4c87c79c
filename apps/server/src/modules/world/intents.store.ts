import { and, eq } from '../../platform/db/drizzle.ts';
import { type Database, insertRows, statement } from '../../platform/db/index.ts';
import { worldIntents } from './world.tables.ts';

export type IntentRow = typeof worldIntents.$inferSelect;
export type IntentDecision = Pick<
  IntentRow,
  'id' | 'status' | 'reasonCode' | 'reason' | 'rewrittenTo' | 'decidedTick' | 'eventIds'
>;

const insertIntents = insertRows('world_intents_insert', worldIntents);
const decideIntents = statement(
  'world_intents_decide',
  `UPDATE world_intents i SET status = d.status, reason_code = d."reasonCode", reason = d.reason, rewritten_to = d."rewrittenTo",
     decided_tick = d."decidedTick", event_ids = d."eventIds"
   FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, status text, "reasonCode" text, reason text, "rewrittenTo" uuid,
     "decidedTick" bigint, "eventIds" uuid[])
   WHERE i.id = d.id`,
);

export function worldIntentStore(db: Database) {
  return {
    async insertAll(rows: readonly IntentRow[]): Promise<void> {
      await insertIntents(db, rows);
    },
    /** Returns the existing row if the id is taken. Undefined if it belongs to another actor. */
    async insertOnce(
      row: IntentRow,
    ): Promise<{ row: IntentRow; isNew: true } | { row: IntentRow | undefined; isNew: false }> {
      const [added] = await db.insert(worldIntents).values(row).onConflictDoNothing().returning();
      if (added !== undefined) return { row: added, isNew: true };
      return { row: await this.findOwn(row.id, row.actorId), isNew: false };
    },
    async decideAll(decisions: readonly IntentDecision[]): Promise<void> {
      if (decisions.length > 0) await decideIntents(db, [JSON.stringify(decisions)]);
    },
    /** Of this actor only. */
    async findOwn(id: IntentRow['id'], actorId: string): Promise<IntentRow | undefined> {
      const own = and(eq(worldIntents.id, id), eq(worldIntents.actorId, actorId as IntentRow['actorId']));
      return (await db.select().from(worldIntents).where(own))[0];
    },
  };
}
export type WorldIntentStore = ReturnType<typeof worldIntentStore>;
