import { and, asc, eq, inArray, lte, ne, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates } from '../certificates/certificates.tables.ts';
import { monitorings } from './monitorings.tables.ts';

export type MonitoringRow = typeof monitorings.$inferSelect;

export function monitoringStore(db: Database) {
  return {
    /** Certificates in force that nobody watches yet. */
    async listUnwatched(limit: number): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        SELECT s.certificate_id AS id FROM certificate_states s
        WHERE s.status <> 'SUSPENDED'
          AND NOT EXISTS (SELECT FROM monitorings m WHERE m.certificate_id = s.certificate_id)
        LIMIT ${limit}`);
      return rows.map(({ id }) => id);
    },
    async insert(rows: readonly Pick<MonitoringRow, 'certificateId' | 'nextCheckAt'>[]): Promise<void> {
      if (rows.length === 0) return;
      const begun = rows.map((row) => ({ ...row, checks: [], replayedWith: null, lastCheckedAt: null }));
      await db.insert(monitorings).values(begun).onConflictDoNothing();
    },

    /** Takes certificates that are due, until `leaseEnd`: who dies over one is followed by another. */
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
    /** False when the lease that `nextCheckAt` stands for is somebody else's by now. */
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
