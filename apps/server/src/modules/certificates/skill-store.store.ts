import { and, desc, eq, gt, lt, lte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { ANSWERED, openFlagCount, type StandingRow } from './certificates.store.ts';
import { certificateStates, certificates } from './certificates.tables.ts';

export function skillStoreStore(db: Database) {
  return {
    /** The newest published place and, for a full feed, how many entries it has. */
    async head(): Promise<{ sequence: number; approved: number }> {
      const [row] = await db
        .select({
          sequence: sql<number>`coalesce(max(${certificateStates.feedSeq}), 0)::int`,
          approved: sql<number>`(count(*) FILTER (WHERE ${certificateStates.status} = 'APPROVED'))::int`,
        })
        .from(certificateStates);
      return row ?? { sequence: 0, approved: 0 };
    },

    /** Newest change first, from `before` (exclusive) down to `since` (exclusive). */
    async page(range: {
      upTo: number;
      before: number | undefined;
      since: number | undefined;
      limit: number;
    }): Promise<StandingRow[]> {
      const { upTo, before, since, limit } = range;
      return db

        .select({ sealed: ANSWERED, state: certificateStates, openFlags: openFlagCount })
        .from(certificateStates)
        .innerJoin(certificates, eq(certificates.id, certificateStates.certificateId))
        .where(
          and(
            lte(certificateStates.feedSeq, upTo),
            before === undefined ? undefined : lt(certificateStates.feedSeq, before),
            since === undefined ? eq(certificateStates.status, 'APPROVED') : gt(certificateStates.feedSeq, since),
          ),
        )
        .orderBy(desc(certificateStates.feedSeq))
        .limit(limit);
    },

    async countChanged(since: number): Promise<number> {
      return db.$count(certificateStates, gt(certificateStates.feedSeq, since));
    },
  };
}
export type SkillStoreStore = ReturnType<typeof skillStoreStore>;
