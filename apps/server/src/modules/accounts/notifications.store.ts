import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';

export type Notification = {
  readonly email: string;
  readonly kind: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** Name and version of the certificate that the event is about. */
  readonly certificate: string | null;
};

export function notificationStore(db: Database) {
  return {
    /** The accounts that want a mail about these events: the owner of the event, or of its certificate. */
    async find(eventIds: readonly string[]): Promise<Notification[]> {
      const { rows } = await db.execute<Notification>(sql`
        WITH told AS (
          SELECT e.id AS event_id, split_part(e.owner, ':', 2)::uuid AS account_id
          FROM events e WHERE e.id = ANY (${sql.param(eventIds)}::uuid[]) AND e.owner LIKE 'account:%'
          UNION
          SELECT e.id, l.account_id
          FROM events e
          JOIN certificates c ON e.subject_type = 'certificate' AND c.id = e.subject_id
          JOIN wallet_links l ON l.address = c.owner_wallet
          WHERE e.id = ANY (${sql.param(eventIds)}::uuid[])
        )
        SELECT a.email, e.kind, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
          c.name || ' ' || c.version AS certificate
        FROM told
        JOIN events e ON e.id = told.event_id
        JOIN accounts a ON a.id = told.account_id AND a.email IS NOT NULL AND e.kind = ANY (a.notify)
        LEFT JOIN certificates c ON e.subject_type = 'certificate' AND c.id = e.subject_id`);
      return rows;
    },
  };
}
export type NotificationStore = ReturnType<typeof notificationStore>;
