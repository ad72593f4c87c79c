import type { IntentOutcome } from '@assay/economy/world';
import { and, eq } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { worldIntents } from './world.tables.ts';

export type IntentRow = typeof worldIntents.$inferSelect;
type Decision = Pick<IntentRow, 'status' | 'reasonCode' | 'reason' | 'rewrittenTo' | 'decidedTick' | 'eventIds'>;

export function worldIntentStore(db: Database) {
  return {
    async insertAll(rows: readonly IntentRow[]): Promise<void> {
      if (rows.length > 0)
        await db
          .insert(worldIntents)
          .values([...rows])
          .onConflictDoNothing();
    },
    /** The row that is there already if the id is taken; undefined for one of another actor. */
    async insertOnce(
      row: IntentRow,
    ): Promise<{ row: IntentRow; isNew: true } | { row: IntentRow | undefined; isNew: false }> {
      const [added] = await db.insert(worldIntents).values(row).onConflictDoNothing().returning();
      if (added !== undefined) return { row: added, isNew: true };
      return { row: await this.findOwn(row.id, row.actorId), isNew: false };
    },
    async decide(id: IntentOutcome['intentId'], decision: Decision): Promise<void> {
      await db
        .update(worldIntents)
        .set(decision)
        .where(eq(worldIntents.id, id as IntentRow['id']));
    },
    /** Of this actor only. */
    async findOwn(id: IntentRow['id'], actorId: string): Promise<IntentRow | undefined> {
      const own = and(eq(worldIntents.id, id), eq(worldIntents.actorId, actorId as IntentRow['actorId']));
      return (await db.select().from(worldIntents).where(own))[0];
    },
  };
}
export type WorldIntentStore = ReturnType<typeof worldIntentStore>;
