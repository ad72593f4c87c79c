import { and, eq, gte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateReads } from './certificates.tables.ts';

export type ReadKind = 'view' | 'verification';
export type ReadCount = { certificateId: string; kind: ReadKind; hour: Date; reads: number };
export type ReadTotals = { total: number; last24h: number; last30d: number };

const HOUR_MS = 3_600_000;

export function readStore(db: Database) {
  return {
    async add(counts: readonly ReadCount[]): Promise<void> {
      if (counts.length === 0) return;
      await db
        .insert(certificateReads)
        .values([...counts])
        .onConflictDoUpdate({
          target: [certificateReads.certificateId, certificateReads.kind, certificateReads.hour],
          set: { reads: sql`${certificateReads.reads} + excluded.reads` },
        });
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
