import { asc, gte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { uptimeHours } from './evidence.tables.ts';

type Withdrawal = {
  readonly certificateId: string;
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly reason: string;
  readonly revoked: boolean;
  readonly reinstated: boolean;
  readonly at: string;
};

export function evidenceStore(db: Database) {
  return {
    /** Counts each minute once, for any number of processes. */
    async markMinute(at: Date): Promise<void> {
      const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
      await db
        .insert(uptimeHours)
        .values({ hour, minutes: 1, lastAt: at })
        .onConflictDoUpdate({
          target: uptimeHours.hour,
          set: { minutes: sql`${uptimeHours.minutes} + 1`, lastAt: at },
          setWhere: sql`date_trunc('minute', ${uptimeHours.lastAt}) < date_trunc('minute', excluded.last_at)`,
        });
    },
    async findFirstHour(): Promise<Date | undefined> {
      const [row] = await db
        .select({ hour: uptimeHours.hour })
        .from(uptimeHours)
        .orderBy(asc(uptimeHours.hour))
        .limit(1);
      return row?.hour;
    },
    async sumMinutes(since: Date): Promise<number> {
      const [row] = await db
        .select({ minutes: sql<number>`coalesce(sum(${uptimeHours.minutes}), 0)::int` })
        .from(uptimeHours)
        .where(gte(uptimeHours.hour, since));
      return row?.minutes ?? 0;
    },
    async withdrawalsByReason(): Promise<{ status: string; reason: string; count: number }[]> {
      const { rows } = await db.execute<{ status: string; reason: string; count: number }>(sql`
        SELECT status, coalesce(status_reason, 'UNKNOWN') AS reason, count(*)::int AS count
        FROM certificate_status_changes WHERE status <> 'APPROVED' GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`);
      return rows;
    },
    async recentWithdrawals(limit: number): Promise<Withdrawal[]> {
      const { rows } = await db.execute<Withdrawal>(sql`
        SELECT h.certificate_id AS "certificateId", c.name, c.version, h.status, coalesce(h.status_reason, 'UNKNOWN') AS reason,
          h.revoked, s.status = 'APPROVED' AS reinstated, to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
        FROM certificate_status_changes h JOIN certificates c ON c.id = h.certificate_id
          JOIN certificate_states s ON s.certificate_id = h.certificate_id
        WHERE h.status <> 'APPROVED' ORDER BY h.at DESC, h.certificate_id LIMIT ${limit}`);
      return rows;
    },
  };
}
export type EvidenceStore = ReturnType<typeof evidenceStore>;
