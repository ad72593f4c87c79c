import { type LiveStatus, USAGE_DAYS } from '@assay/protocol';
import { and, eq, gte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateReads } from './certificates.tables.ts';

/** `copy`: a digest lookup found a copy. */
export type ReadKind = 'view' | 'verification' | 'copy';
/** Reads per certificate id. */
type ReadCounts = readonly (readonly [certificateId: string, reads: number])[];
type Usage = LiveStatus['views'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function readStore(db: Database) {
  return {
    /** Adds thousands of rows in one statement. Two array parameters cost this process very little. */
    async add(kind: ReadKind, hour: Date, counts: ReadCounts): Promise<void> {
      const ids = sql.param(counts.map(([certificateId]) => certificateId));
      const reads = sql.param(counts.map(([, count]) => count));
      // Ordered, so that two processes lock the same rows in the same order.
      await db.execute(sql`
        INSERT INTO ${certificateReads} (certificate_id, kind, hour, reads)
        SELECT id, ${kind}, ${hour.toISOString()}::timestamptz, count
        FROM unnest(${ids}::text[], ${reads}::int[]) AS counted (id, count) ORDER BY id
        ON CONFLICT (certificate_id, kind, hour) DO UPDATE SET reads = certificate_reads.reads + excluded.reads`);
    },

    /** The reads of each kind. Days are in UTC, today last. */
    async usage(certificateId: string, now: Date): Promise<Record<ReadKind, Usage>> {
      const firstDay = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (USAGE_DAYS - 1) * DAY_MS);
      const isOfCertificate = eq(certificateReads.certificateId, certificateId);
      const [totals, days] = await Promise.all([
        db.select(totalsAt(now)).from(certificateReads).where(isOfCertificate).groupBy(certificateReads.kind),
        db
          .select({ kind: certificateReads.kind, hour: certificateReads.hour, reads: certificateReads.reads })
          .from(certificateReads)
          .where(and(isOfCertificate, gte(certificateReads.hour, firstDay))),
      ]);
      const usageOf = (kind: ReadKind): Usage => {
        const { total, last24h, last30d } = totals.find((row) => row.kind === kind) ?? NONE;
        return {
          total,
          last24h,
          last30d,
          days: toDays(
            days.filter((row) => row.kind === kind),
            firstDay,
          ),
        };
      };
      return { view: usageOf('view'), verification: usageOf('verification'), copy: usageOf('copy') };
    },
  };
}
export type ReadStore = ReturnType<typeof readStore>;

const NONE = { total: 0, last24h: 0, last30d: 0 };

function totalsAt(now: Date) {
  const since = (hours: number) => {
    const from = new Date(now.getTime() - hours * HOUR_MS);
    return sql<number>`coalesce(sum(${certificateReads.reads}) FILTER (WHERE ${gte(certificateReads.hour, from)}), 0)`.mapWith(
      Number,
    );
  };
  return {
    kind: certificateReads.kind,
    total: sql<number>`sum(${certificateReads.reads})`.mapWith(Number),
    last24h: since(24),
    last30d: since(30 * 24),
  };
}

function toDays(rows: readonly { readonly hour: Date; readonly reads: number }[], firstDay: Date): number[] {
  const days = Array<number>(USAGE_DAYS).fill(0);
  for (const { hour, reads } of rows) {
    const day = Math.floor((hour.getTime() - firstDay.getTime()) / DAY_MS);
    if (day < USAGE_DAYS) days[day] = (days[day] ?? 0) + reads;
  }
  return days;
}
