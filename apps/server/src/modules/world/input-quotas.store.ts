import { type Database, statement } from '../../platform/db/index.ts';

const spend = statement(
  'world_spend_input_bytes',
  `INSERT INTO world_input_usage AS used (principal, day, bytes) SELECT $1, $2::date, $3::bigint WHERE $3::bigint <= $4::bigint
   ON CONFLICT (principal, day) DO UPDATE SET bytes = used.bytes + excluded.bytes WHERE used.bytes + excluded.bytes <= $4::bigint
   RETURNING bytes`,
);
const tableBytes = statement<{ bytes: string }>(
  'world_input_table_bytes',
  `SELECT pg_total_relation_size('world_inputs') AS bytes`,
);
const deleteUsage = statement('world_delete_input_usage', 'DELETE FROM world_input_usage WHERE day < $1::date');
const deleteInputs = statement<{ id: string }>(
  'world_delete_inputs',
  `DELETE FROM world_inputs WHERE id IN (
     SELECT id FROM world_inputs WHERE principal LIKE 'actor:%' AND assigned_tick >= 0 AND assigned_tick < (
       SELECT min(tick) FROM world_snapshots WHERE is_kept)
     LIMIT $1)
   RETURNING id`,
);
const deleteIntents = statement<{ id: string }>(
  'world_delete_intents',
  `DELETE FROM world_intents WHERE id IN (
     SELECT id FROM world_intents WHERE decided_tick < (SELECT min(tick) FROM world_snapshots WHERE is_kept) LIMIT $1)
   RETURNING id`,
);

/** A UTC date in the database's notation. */
const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Quotas and retention of callers' inputs. */
export function worldInputQuotaStore(db: Database) {
  return {
    /** False when the day's total would exceed `bytesMax`. */
    async spend(principal: string, at: Date, bytes: number, bytesMax: number): Promise<boolean> {
      return (await spend(db, [principal, toDay(at), bytes, bytesMax])).length === 1;
    },
    /** The size on disk, with indexes. */
    async tableBytes(): Promise<number> {
      return Number((await tableBytes(db, []))[0]?.bytes ?? 0);
    },
    /** Deletes callers' inputs from before the oldest kept state, where no replay begins. Returns their number. */
    async deleteOldInputs(limit: number): Promise<number> {
      return (await deleteInputs(db, [limit])).length;
    },
    /** Deletes intents that were decided before it. Returns their number. */
    async deleteOldIntents(limit: number): Promise<number> {
      return (await deleteIntents(db, [limit])).length;
    },
    async deleteUsageBefore(at: Date): Promise<void> {
      await deleteUsage(db, [toDay(at)]);
    },
  };
}
export type WorldInputQuotaStore = ReturnType<typeof worldInputQuotaStore>;
