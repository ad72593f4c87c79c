import { asc, desc, gt, lt, PgTransaction, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { auditLog } from './support.tables.ts';

export type AuditRow = typeof auditLog.$inferSelect;

/** An arbitrary number that is the same in every process. */
const CHAIN_LOCK = 7_302_115;

export function auditLogStore(db: Database) {
  return {
    /** The end of the chain, locked until the end of the transaction, so that two writers cannot continue from the same row. */
    async lockLast(): Promise<AuditRow | undefined> {
      // Otherwise the lock would end with its own statement.
      if (!(db instanceof PgTransaction)) throw new Error('The audit log is written only in a transaction.');
      await db.execute(sql`SELECT pg_advisory_xact_lock(${CHAIN_LOCK})`);
      const [row] = await db.select().from(auditLog).orderBy(desc(auditLog.position)).limit(1);
      return row;
    },
    async insert(row: AuditRow): Promise<void> {
      await db.insert(auditLog).values(row);
    },
    async listBefore(position: number | undefined, limit: number): Promise<AuditRow[]> {
      const earlier = position === undefined ? undefined : lt(auditLog.position, position);
      return db.select().from(auditLog).where(earlier).orderBy(desc(auditLog.position)).limit(limit);
    },
    async listAfter(position: number, limit: number): Promise<AuditRow[]> {
      return db
        .select()
        .from(auditLog)
        .where(gt(auditLog.position, position))
        .orderBy(asc(auditLog.position))
        .limit(limit);
    },
  };
}
export type AuditLogStore = ReturnType<typeof auditLogStore>;
