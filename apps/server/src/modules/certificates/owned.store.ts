import { and, desc, eq, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificates } from './certificates.tables.ts';
import type { FlagRow } from './flags.store.ts';
import { flags } from './flags.tables.ts';
import { certificateCounts } from './owned.tables.ts';

type Counts = { readonly approved: number; readonly deprecated: number; readonly suspended: number };

/** Queries certificates by owner wallet. */
export function ownedStore(db: Database) {
  return {
    async countByStatus(wallets: readonly string[]): Promise<Counts> {
      const none = { approved: 0, deprecated: 0, suspended: 0 };
      if (wallets.length === 0) return none;
      const rows = await db
        .select()
        .from(certificateCounts)
        .where(inArray(certificateCounts.ownerWallet, [...wallets]));
      return rows.reduce(
        (sum, row) => ({
          approved: sum.approved + row.approved,
          deprecated: sum.deprecated + row.deprecated,
          suspended: sum.suspended + row.suspended,
        }),
        none,
      );
    },
    async countFlagged(wallets: readonly string[]): Promise<number> {
      if (wallets.length === 0) return 0;
      const [row] = await db
        .select({ count: sql<number>`count(DISTINCT ${flags.certificateId})`.mapWith(Number) })
        .from(flags)
        .innerJoin(certificates, eq(certificates.id, flags.certificateId))
        .where(and(eq(flags.state, 'OPEN'), inArray(certificates.ownerWallet, [...wallets])));
      return row?.count ?? 0;
    },
    /** Newest first. */
    async listOpenFlags(wallets: readonly string[], limit: number): Promise<FlagRow[]> {
      if (wallets.length === 0) return [];
      const rows = await db
        .select({ flag: flags })
        .from(flags)
        .innerJoin(certificates, eq(certificates.id, flags.certificateId))
        .where(and(eq(flags.state, 'OPEN'), inArray(certificates.ownerWallet, [...wallets])))
        .orderBy(desc(flags.openedAt), desc(flags.id))
        .limit(limit);
      return rows.map(({ flag }) => flag);
    },
  };
}
export type OwnedStore = ReturnType<typeof ownedStore>;
