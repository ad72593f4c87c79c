import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { abuseReports } from './abuse.tables.ts';

export type ReportRow = typeof abuseReports.$inferSelect;
type Position = Pick<ReportRow, 'openedAt' | 'id'>;
type Counted = { readonly key: string; readonly count: number };

const hours = (from: string, to: string) =>
  sql.raw(`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from}) / 3600)::float8`);

export function abuseStore(db: Database) {
  return {
    async insert(row: ReportRow): Promise<void> {
      await db.insert(abuseReports).values(row);
    },
    async find(id: string): Promise<ReportRow | undefined> {
      const [row] = await db.select().from(abuseReports).where(eq(abuseReports.id, id));
      return row;
    },
    async lock(id: string): Promise<ReportRow | undefined> {
      const [row] = await db.select().from(abuseReports).where(eq(abuseReports.id, id)).for('update');
      return row;
    },
    async change(id: string, change: Partial<ReportRow>): Promise<ReportRow> {
      const [row] = await db.update(abuseReports).set(change).where(eq(abuseReports.id, id)).returning();
      if (row === undefined) throw new Error(`Abuse report ${id} not found`);
      return row;
    },
    async countOpen(certificateId: string): Promise<number> {
      return db.$count(abuseReports, and(eq(abuseReports.certificateId, certificateId), isNull(abuseReports.decision)));
    },
    /** Newest first. */
    async listOwn(owners: readonly string[], after: Position | undefined, limit: number): Promise<ReportRow[]> {
      const older =
        after &&
        or(
          lt(abuseReports.openedAt, after.openedAt),
          and(eq(abuseReports.openedAt, after.openedAt), lt(abuseReports.id, after.id)),
        );
      return db
        .select()
        .from(abuseReports)
        .where(and(inArray(abuseReports.owner, [...owners]), older))
        .orderBy(desc(abuseReports.openedAt), desc(abuseReports.id))
        .limit(limit);
    },
    /** The reporter's address is needed only for questions and appeals. */
    async forgetContacts(decidedBefore: Date): Promise<void> {
      await db
        .update(abuseReports)
        .set({ contact: null })
        .where(and(isNotNull(abuseReports.contact), lt(abuseReports.decidedAt, decidedBefore)));
    },
    async forgetContact(email: string): Promise<void> {
      await db
        .update(abuseReports)
        .set({ contact: null })
        .where(eq(sql`lower(${abuseReports.contact})`, email.toLowerCase()));
    },
    async countBy(column: 'category' | 'decision' | 'appealDecision'): Promise<Counted[]> {
      const key = abuseReports[column];
      const rows = await db
        .select({ key, count: sql<number>`count(*)::int` })
        .from(abuseReports)
        .where(isNotNull(key))
        .groupBy(key);
      return rows.map((row) => ({ key: String(row.key), count: row.count }));
    },
    async totals() {
      const { rows } = await db.execute<Record<'total' | 'open' | 'appeals' | 'openAppeals', number> & Medians>(sql`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE decision IS NULL))::int AS open,
          count(appealed_at)::int AS appeals,
          (count(*) FILTER (WHERE appealed_at IS NOT NULL AND appeal_decision IS NULL))::int AS "openAppeals",
          ${hours('opened_at', 'decided_at')} AS "medianHours",
          ${hours('appealed_at', 'appeal_decided_at')} AS "appealHours"
        FROM abuse_reports`);
      const [row] = rows;
      if (row === undefined) throw new Error('Counting gave no row.');
      return row;
    },
  };
}
type Medians = { readonly medianHours: number | null; readonly appealHours: number | null };
export type AbuseStore = ReturnType<typeof abuseStore>;
