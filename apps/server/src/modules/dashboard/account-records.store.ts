import type { AccountExport } from '@assay/protocol';
import type { z } from 'zod';
import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';

type Exported = z.input<typeof AccountExport>;

/** Limit per part of an export, far above what manual use produces. */
const ROWS_MAX = 10_000;
/** A timestamp in the format of answers. */
const time = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Reads what other modules store about an account, for its export. */
export function accountRecordStore(db: Database) {
  async function read<Row extends object>(query: ReturnType<typeof sql>): Promise<Row[]> {
    const { rows } = await db.execute(query);
    return rows as Row[];
  }
  return {
    certificates: (owner: string): Promise<Exported['certificates']> =>
      read(sql`
        SELECT c.id, c.name, c.version, st.status, ${time('c.sealed_at')} AS "issuedAt"
        FROM submissions s JOIN certificates c ON c.submission_id = s.id
          JOIN certificate_states st ON st.certificate_id = c.id
        WHERE s.owner = ${owner} ORDER BY c.sealed_at DESC LIMIT ${ROWS_MAX}`),
    payments: (owner: string): Promise<Exported['payments']> =>
      read(sql`
        SELECT i.id, i.purpose, i.state, i.amount::text AS amount, i.payer, i.tx_hash AS "txHash",
          ${time('i.created_at')} AS "createdAt"
        FROM payment_intents i WHERE i.principal = ${owner} ORDER BY i.created_at DESC LIMIT ${ROWS_MAX}`),
    /** By the agents of the linked wallets, because accounts themselves cannot buy. */
    purchases: (accountId: string): Promise<Exported['purchases']> =>
      read(sql`
        SELECT p.id, p.listing_id AS "listingId", p.certificate_id AS "certificateId", p.price::text AS price,
          ${time('p.purchased_at')} AS "purchasedAt"
        FROM wallet_links w JOIN agents a ON a.wallet_address = w.address JOIN purchases p ON p.buyer_actor_id = a.id
        WHERE w.account_id = ${accountId} ORDER BY p.purchased_at DESC LIMIT ${ROWS_MAX}`),
    flags: (accountId: string): Promise<Exported['flags']> =>
      read(sql`
        SELECT f.id, f.certificate_id AS "certificateId", f.category, f.description, f.state,
          ${time('f.opened_at')} AS "openedAt"
        FROM wallet_links w JOIN flags f ON f.wallet_address = w.address
        WHERE w.account_id = ${accountId} ORDER BY f.opened_at DESC LIMIT ${ROWS_MAX}`),
    abuseReports: (owner: string): Promise<Exported['abuseReports']> =>
      read(sql`
        SELECT r.id, r.certificate_id AS "certificateId", r.category, r.description, r.decision, r.reason,
          ${time('r.opened_at')} AS "openedAt"
        FROM abuse_reports r WHERE r.owner = ${owner} ORDER BY r.opened_at DESC LIMIT ${ROWS_MAX}`),
    auditLog: (accountId: string): Promise<Exported['auditLog']> =>
      read(sql`
        SELECT a.position::int AS index, ${time('a.at')} AS at, a.action, a.actor, a.subject_type || ':' || a.subject_id AS subject
        FROM audit_log a
        WHERE a.actor = ${`account:${accountId}`} OR (a.subject_type = 'account' AND a.subject_id = ${accountId})
        ORDER BY a.position DESC LIMIT ${ROWS_MAX}`),
  };
}
export type AccountRecords = ReturnType<typeof accountRecordStore>;
