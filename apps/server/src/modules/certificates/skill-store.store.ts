import { and, desc, eq, gt, lt, lte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { ANSWERED, openFlagCount, type StandingRow } from './certificates.store.ts';
import { certificateStates, certificates } from './certificates.tables.ts';

export function feedStore(db: Database) {
  return {
    /** The newest published position, from one index lookup. */
    async head(): Promise<number> {
      const [row] = await db
        .select({ sequence: sql<number>`max(${certificateStates.feedSeq})`.mapWith(Number) })
        .from(certificateStates);
      return row?.sequence ?? 0;
    },

    async countApproved(): Promise<number> {
      return db.$count(certificateStates, eq(certificateStates.status, 'APPROVED'));
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
export type SkillStoreStore = ReturnType<typeof feedStore>;
