import type { Evidence } from '@assay/protocol';
import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { SourceFileKind } from '../sources/index.ts';

/** The subject of a queue item, read from its tables. */
export type SubjectRow = {
  readonly text: string | null;
  readonly certificateId: string | null;
  readonly submissionId: string | null;
  readonly roundId: string | null;
  readonly flag: {
    readonly category: string;
    readonly severity: string;
    readonly walletAddress: string;
    readonly walletProven: boolean;
    readonly evidence: readonly Evidence[];
  } | null;
  readonly messages: readonly { readonly from: string; readonly text: string; readonly at: string }[];
  readonly amount: { readonly amount: string; readonly currency: string } | null;
};

const NOTHING = sql`NULL::text AS "certificateId", NULL::text AS "submissionId", NULL::text AS "roundId", NULL::json AS flag,
  '[]'::json AS messages, NULL::json AS amount`;
/** The newest round of a submission with an engine report. */
const reportedRound = sql`(SELECT r.id::text FROM rounds r JOIN round_reports p ON p.round_id = r.id
  WHERE r.submission_id = s.id ORDER BY r.started_at DESC LIMIT 1)`;
const certificateOf = sql`(SELECT c.id FROM certificates c WHERE c.submission_id = s.id)`;

/** Reads rows of other modules; the operator queue shows them and changes nothing. */
export function subjectStore(db: Database) {
  const first = async (query: ReturnType<typeof sql>): Promise<SubjectRow | undefined> =>
    (await db.execute<SubjectRow & Record<string, unknown>>(query)).rows[0];

  const flagOf = (id: string, amount: ReturnType<typeof sql>) =>
    first(sql`
      SELECT f.description AS text, f.certificate_id AS "certificateId", s.id::text AS "submissionId",
        ${reportedRound} AS "roundId", '[]'::json AS messages, ${amount} AS amount,
        json_build_object('category', f.category, 'severity', f.severity, 'walletAddress', f.wallet_address,
          'walletProven', f.wallet_proven, 'evidence', f.evidence) AS flag
      FROM flags f JOIN certificates c ON c.id = f.certificate_id LEFT JOIN submissions s ON s.id = c.submission_id
      WHERE f.id = ${id}`);

  return {
    async find(refType: string, id: string): Promise<SubjectRow | undefined> {
      switch (refType) {
        case 'flag':
          return flagOf(id, sql`NULL::json`);
        case 'bounty':
          return flagOf(
            id,
            sql`(SELECT json_build_object('amount', b.amount::text, 'currency', 'ASY') FROM bounties b WHERE b.flag_id = f.id)`,
          );
        case 'round':
          return first(sql`
            SELECT r.reason AS text, ${certificateOf} AS "certificateId", s.id::text AS "submissionId", r.id::text AS "roundId",
              NULL::json AS flag, '[]'::json AS messages, NULL::json AS amount
            FROM rounds r JOIN submissions s ON s.id = r.submission_id WHERE r.id = ${id}`);
        case 'submission':
          return first(sql`
            SELECT i.reason AS text, ${certificateOf} AS "certificateId", s.id::text AS "submissionId",
              ${reportedRound} AS "roundId", NULL::json AS flag, '[]'::json AS messages, NULL::json AS amount
            FROM submission_interventions i JOIN submissions s ON s.id = i.submission_id WHERE i.submission_id = ${id}`);
        case 'ticket':
          return first(sql`
            SELECT t.subject AS text, NULL::text AS "certificateId", NULL::text AS "submissionId", NULL::text AS "roundId",
              NULL::json AS flag, NULL::json AS amount,
              (SELECT json_agg(json_build_object('from', m.sender, 'text', m.text, 'at', m.at) ORDER BY m.at)
               FROM ticket_messages m WHERE m.ticket_id = t.id) AS messages
            FROM support_tickets t WHERE t.id = ${id}`);
        case 'abuse-report':
          return first(sql`
            SELECT a.category || ': ' || a.description AS text, a.certificate_id AS "certificateId", c.submission_id::text AS "submissionId",
              NULL::text AS "roundId", NULL::json AS flag, NULL::json AS amount,
              (SELECT coalesce(json_agg(json_build_object('from', m.sender, 'text', m.text, 'at', m.at) ORDER BY m.at), '[]'::json) FROM (VALUES
                ('original', a.original_url, a.opened_at), ('contact', a.contact, a.opened_at),
                ('decision: ' || a.decision, a.reason, a.decided_at), ('appeal', a.appeal_reason, a.appealed_at)
              ) AS m (sender, text, at) WHERE m.text IS NOT NULL) AS messages
            FROM abuse_reports a JOIN certificates c ON c.id = a.certificate_id WHERE a.id = ${id}`);
        case 'refund':
          return first(sql`SELECT f.reason AS text, ${NOTHING} FROM refunds f WHERE f.id = ${id}`);
        default:
          return undefined;
      }
    },

    /** One file of the submitted bundle. */
    async readFile(submissionId: string, path: string): Promise<Uint8Array | undefined> {
      const { rows } = await db.execute<{ bytes: Uint8Array }>(sql`
        SELECT b.bytes FROM submissions s JOIN sealed_inputs i ON i.quote_id = s.quote_id
        JOIN bundle_entries e ON e.bundle_id = i.bundle_id JOIN bundle_contents b ON b.sha256 = e.sha256
        WHERE s.id = ${submissionId} AND e.path = ${path}`);
      return rows[0]?.bytes;
    },
    async listFiles(submissionId: string) {
      const { rows } = await db.execute<FileRow>(sql`
        SELECT e.path, e.kind, e.size, e.sha256, b.bytes FROM submissions s JOIN sealed_inputs i ON i.quote_id = s.quote_id
        JOIN bundle_entries e ON e.bundle_id = i.bundle_id JOIN bundle_contents b ON b.sha256 = e.sha256
        WHERE s.id = ${submissionId} ORDER BY e.path`);
      return rows;
    },
    async findReport(roundId: string): Promise<Uint8Array | undefined> {
      const { rows } = await db.execute<{ report: Uint8Array }>(
        sql`SELECT report FROM round_reports WHERE round_id = ${roundId}`,
      );
      return rows[0]?.report;
    },
  };
}
type FileRow = {
  readonly path: string;
  readonly kind: SourceFileKind;
  readonly size: number;
  readonly sha256: string;
  readonly bytes: Uint8Array;
};
export type SubjectStore = ReturnType<typeof subjectStore>;
