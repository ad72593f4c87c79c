import { and, desc, eq, inArray, isNotNull, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { sourceNews } from './source-news.tables.ts';

type SourceNews = {
  readonly certificateId: string;
  readonly name: string;
  readonly commit: string;
  readonly seenAt: Date;
};

export function sourceNewsStore(db: Database) {
  return {
    /** Keeps the time at which a newer commit was first seen. A certificate without a wallet appears on no dashboard. */
    async note(certificateId: string, newerCommit: string | null, now: Date): Promise<void> {
      await db.execute(sql`
        INSERT INTO source_news AS news (certificate_id, owner_wallet, newer_commit, seen_at, checked_at)
        SELECT id, owner_wallet, ${newerCommit}::text, ${now}, ${now} FROM certificates
        WHERE id = ${certificateId} AND owner_wallet IS NOT NULL
        ON CONFLICT (certificate_id) DO UPDATE SET
          newer_commit = EXCLUDED.newer_commit,
          checked_at = EXCLUDED.checked_at,
          seen_at = CASE WHEN news.newer_commit IS NOT DISTINCT FROM EXCLUDED.newer_commit
            THEN news.seen_at ELSE EXCLUDED.seen_at END`);
    },

    /** Newest first. Once the newer commit is certified, the older certificate is no longer in force. */
    async list(wallets: readonly string[], limit: number): Promise<SourceNews[]> {
      if (wallets.length === 0) return [];
      const rows = await db
        .select({
          certificateId: certificates.id,
          name: certificates.name,
          commit: sourceNews.newerCommit,
          seenAt: sourceNews.seenAt,
        })
        .from(sourceNews)
        .innerJoin(certificates, eq(certificates.id, sourceNews.certificateId))
        .innerJoin(certificateStates, eq(certificateStates.certificateId, sourceNews.certificateId))
        .where(
          and(
            inArray(sourceNews.ownerWallet, [...wallets]),
            isNotNull(sourceNews.newerCommit),
            eq(certificateStates.status, 'APPROVED'),
          ),
        )
        .orderBy(desc(sourceNews.seenAt))
        .limit(limit);
      return rows.flatMap(({ commit, ...row }) => (commit === null ? [] : [{ ...row, commit }]));
    },
  };
}
export type SourceNewsStore = ReturnType<typeof sourceNewsStore>;
