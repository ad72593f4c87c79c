import { and, eq, gte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateReads } from './certificates.tables.ts';

export type ReadKind = 'view' | 'verification';
/** How often each certificate was read, by its id. */
type ReadCounts = readonly (readonly [certificateId: string, reads: number])[];
type ReadTotals = { total: number; last24h: number; last30d: number };

const HOUR_MS = 3_600_000;

export function readStore(db: Database) {
  return {
    /** Thousands of rows in one statement: as two arrays they cost this process next to nothing. */
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

    async totals(certificateId: string, kind: ReadKind, now: Date): Promise<ReadTotals> {
      const since = (hours: number) => {
        const from = new Date(now.getTime() - hours * HOUR_MS);
        return sql<number>`coalesce(sum(${certificateReads.reads}) FILTER (WHERE ${gte(certificateReads.hour, from)}), 0)`.mapWith(
          Number,
        );
      };
      const [row] = await db
        .select({
          total: sql<number>`coalesce(sum(${certificateReads.reads}), 0)`.mapWith(Number),
          last24h: since(24),
          last30d: since(30 * 24),
        })
        .from(certificateReads)
        .where(and(eq(certificateReads.certificateId, certificateId), eq(certificateReads.kind, kind)));
      return row ?? { total: 0, last24h: 0, last30d: 0 };
    },
  };
}
export type ReadStore = ReturnType<typeof readStore>;
