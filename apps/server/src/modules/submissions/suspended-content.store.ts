import { eq, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { bundles } from './submissions.tables.ts';

/** The demonstration's suspended sample is harmless, so it does not count. */
const SHOWN_ONLY = 'demonstration';

export function suspendedContentStore(db: Database) {
  return {
    /** The newest suspended certificate of this content. */
    async find({ contentSha256, bundleSha256 }: { contentSha256: string | null; bundleSha256: string }) {
      const { rows } = await db.execute<{ certificateId: string; statusReason: string }>(sql`
        SELECT c.id AS "certificateId", cs.status_reason AS "statusReason"
        FROM certificates c
        JOIN certificate_states cs ON cs.certificate_id = c.id AND cs.status = 'SUSPENDED'
        LEFT JOIN submissions s ON s.id = c.submission_id
        WHERE s.owner IS DISTINCT FROM ${SHOWN_ONLY} AND c.id IN (
          SELECT id FROM certificates WHERE bundle_sha256 = ${bundleSha256}
          UNION ALL
          SELECT same.id FROM sealed_inputs i
          JOIN submissions o ON o.quote_id = i.quote_id
          JOIN certificates same ON same.submission_id = o.id
          WHERE i.content_sha256 = ${contentSha256})
        ORDER BY c.sealed_at DESC LIMIT 1`);
      return rows[0];
    },
    async bundleSha256Of(bundleId: string): Promise<string | undefined> {
      const [row] = await db
        .select({ bundleSha256: bundles.bundleSha256 })
        .from(bundles)
        .where(eq(bundles.id, bundleId));
      return row?.bundleSha256;
    },
  };
}
export type SuspendedContentStore = ReturnType<typeof suspendedContentStore>;
