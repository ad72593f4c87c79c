import { and, desc, eq, inArray, isNotNull, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { sourceNews } from './source-news.tables.ts';

/** A certificate whose source was not looked at for a while. */
export type StaleSource = {
  readonly certificateId: string;
  readonly ownerWallet: string;
  readonly url: string;
  readonly commit: string;
};
export type SourceNews = {
  readonly certificateId: string;
  readonly name: string;
  readonly commit: string;
  readonly seenAt: Date;
};

export function sourceNewsStore(db: Database) {
  return {
    /** Only what somebody with an account will see: certificates in force, of a wallet that an account has verified. */
    async listStale(checkedBefore: Date, limit: number): Promise<StaleSource[]> {
      const { rows } = await db.execute<StaleSource>(sql`
        SELECT c.id AS "certificateId", c.owner_wallet AS "ownerWallet", c.source_url AS url, c.source_ref AS commit
        FROM wallet_links w
        JOIN certificates c ON c.owner_wallet = w.address
        JOIN certificate_states s ON s.certificate_id = c.id AND s.status = 'APPROVED'
        LEFT JOIN source_news n ON n.certificate_id = c.id
        WHERE c.source_url LIKE 'https://github.com/%' AND c.source_ref ~ '^[0-9a-f]{40}$'
          AND (n.checked_at IS NULL OR n.checked_at < ${checkedBefore})
        ORDER BY n.checked_at NULLS FIRST LIMIT ${limit}`);
      return rows;
    },

    /** Keeps the moment at which the same newer commit was first seen. */
    async note({ certificateId, ownerWallet }: StaleSource, newerCommit: string | null, now: Date): Promise<void> {
      const row = { certificateId, ownerWallet, newerCommit, seenAt: now, checkedAt: now };
      const seenAt = sql`CASE WHEN ${sourceNews.newerCommit} IS NOT DISTINCT FROM ${newerCommit} THEN ${sourceNews.seenAt} ELSE ${now} END`;
      await db
        .insert(sourceNews)
        .values(row)
        .onConflictDoUpdate({ target: sourceNews.certificateId, set: { newerCommit, checkedAt: now, seenAt } });
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
