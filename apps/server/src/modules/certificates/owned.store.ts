import { and, desc, eq, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from './certificates.tables.ts';
import type { FlagRow } from './flags.store.ts';
import { flags } from './flags.tables.ts';

/** Certificates seen from the wallets that own them. */
export function ownedStore(db: Database) {
  return {
    async countByStatus(wallets: readonly string[]): Promise<Map<string, number>> {
      if (wallets.length === 0) return new Map();
      const rows = await db
        .select({ status: certificateStates.status, count: sql<number>`count(*)`.mapWith(Number) })
        .from(certificates)
        .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
        .where(inArray(certificates.ownerWallet, [...wallets]))
        .groupBy(certificateStates.status);
      return new Map(rows.map(({ status, count }) => [status, count]));
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
