import { and, asc, eq, inArray, lte, ne, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { monitorings } from './monitorings.tables.ts';

export type MonitoringRow = typeof monitorings.$inferSelect;
/** Maximum delay of the first check: `firstWithinMs` for a certificate issued within that time, `everyMs` for an older one. */
type FirstChecks = { readonly firstWithinMs: number; readonly everyMs: number };

export function monitoringStore(db: Database) {
  return {
    /**
     * Schedules active, unmonitored certificates: new ones soon, the many old ones spread over a day. Returns their
     * number.
     */
    async watch(now: Date, { firstWithinMs, everyMs }: FirstChecks, limit: number): Promise<number> {
      const at = sql`${now.toISOString()}::timestamptz`;
      const span = (ms: number) => sql`${ms} * interval '1 ms'`;
      const { rowCount } = await db.execute(sql`
        INSERT INTO ${monitorings} (certificate_id, checks, next_check_at)
        SELECT c.id, '[]', ${at} + random() *
          CASE WHEN c.sealed_at > ${at} - ${span(firstWithinMs)} THEN ${span(firstWithinMs)} ELSE ${span(everyMs)} END
        FROM ${certificateStates} s JOIN ${certificates} c ON c.id = s.certificate_id
        WHERE s.status <> 'SUSPENDED'
          AND NOT EXISTS (SELECT FROM ${monitorings} m WHERE m.certificate_id = s.certificate_id)
        LIMIT ${limit}
        ON CONFLICT DO NOTHING`);
      return rowCount ?? 0;
    },

    /** Leases due certificates until `leaseEnd`. If a worker dies, another worker takes them then. */
    async takeDue(now: Date, leaseEnd: Date, limit: number): Promise<MonitoringRow[]> {
      const due = db
        .select({ id: monitorings.certificateId })
        .from(monitorings)
        .innerJoin(certificateStates, eq(certificateStates.certificateId, monitorings.certificateId))
        .where(and(lte(monitorings.nextCheckAt, now), ne(certificateStates.status, 'SUSPENDED')))
        .orderBy(asc(monitorings.nextCheckAt))
        .limit(limit)
        .for('update', { of: monitorings, skipLocked: true });
      return db
        .update(monitorings)
        .set({ nextCheckAt: leaseEnd })
        .where(inArray(monitorings.certificateId, due))
        .returning();
    },

    async find(certificateId: string): Promise<MonitoringRow | undefined> {
      const [row] = await db.select().from(monitorings).where(eq(monitorings.certificateId, certificateId));
      return row;
    },
    /** False if another worker holds the lease (`nextCheckAt`). */
    async record({ certificateId, ...seen }: MonitoringRow, leaseEnd: Date): Promise<boolean> {
      const rows = await db
        .update(monitorings)
        .set(seen)
        .where(and(eq(monitorings.certificateId, certificateId), eq(monitorings.nextCheckAt, leaseEnd)))
        .returning({ id: monitorings.certificateId });
      return rows.length === 1;
    },
  };
}
export type MonitoringStore = ReturnType<typeof monitoringStore>;
