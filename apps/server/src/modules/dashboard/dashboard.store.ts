import type { Dashboard, SubmissionState } from '@assay/protocol';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { events } from '../../platform/events/events.tables.ts';
import type { PublishedRow } from '../../platform/events/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { flags } from '../certificates/flags.tables.ts';
import { paymentIntents } from '../payments/payments.tables.ts';
import { drafts } from '../submissions/drafts.tables.ts';
import { sealedInputs, submissions } from '../submissions/submissions.tables.ts';

type CertificateCounts = Dashboard['certificates'];

/** States in which the payment has arrived and is not refunded. */
const SPENT = ['PAID', 'CONSUMED'] as const;

export function dashboardStore(db: Database) {
  return {
    /** Published events of one owner, newest first. */
    async listEvents(query: {
      owner: string;
      kind: string | undefined;
      before: number | undefined;
      limit: number;
    }): Promise<PublishedRow[]> {
      const { owner, kind, before, limit } = query;
      const rows = await db
        .select()
        .from(events)
        .where(
          and(
            eq(events.owner, owner),
            kind === undefined ? undefined : eq(events.kind, kind),
            before === undefined ? gt(events.seq, 0) : lt(events.seq, before),
          ),
        )
        .orderBy(desc(events.seq))
        .limit(limit);
      return rows.flatMap(({ added: _, seq, ...row }) => (seq === null ? [] : [{ ...row, seq }]));
    },
    async listDuePayments(principal: string, now: Date, limit: number): Promise<string[]> {
      const due = and(
        eq(paymentIntents.principal, principal),
        eq(paymentIntents.state, 'REQUIRES_PAYMENT'),
        gt(paymentIntents.expiresAt, now),
      );
      const rows = await db
        .select({ id: paymentIntents.id })
        .from(paymentIntents)
        .where(due)
        .orderBy(desc(paymentIntents.createdAt))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    async countSubmissions(owners: readonly string[]): Promise<Partial<Record<SubmissionState, number>>> {
      const rows = await db
        .select({ state: submissions.state, count: sql<number>`count(*)`.mapWith(Number) })
        .from(submissions)
        .where(inArray(submissions.owner, [...owners]))
        .groupBy(submissions.state);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    /** Certificates that name no wallet, because none was linked when the owner submitted the product. */
    async countWithoutWallet(owners: readonly string[]): Promise<CertificateCounts> {
      const isFlagged = sql`EXISTS (SELECT FROM ${flags} WHERE ${flags.certificateId} = ${certificates.id} AND ${flags.state} = 'OPEN')`;
      const rows = await db
        .select({
          status: certificateStates.status,
          count: sql<number>`count(*)`.mapWith(Number),
          flagged: sql<number>`count(*) FILTER (WHERE ${isFlagged})`.mapWith(Number),
        })
        .from(submissions)
        .innerJoin(certificates, eq(certificates.submissionId, submissions.id))
        .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
        .where(and(inArray(submissions.owner, [...owners]), isNull(certificates.ownerWallet)))
        .groupBy(certificateStates.status);
      const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
      return {
        approved: countOf('APPROVED'),
        deprecated: countOf('DEPRECATED'),
        suspended: countOf('SUSPENDED'),
        flagged: rows.reduce((sum, { flagged }) => sum + flagged, 0),
      };
    },
    /** Quoted, unpaid drafts with the name of the quoted product, last changed first. */
    async listQuotedDrafts(accountId: string, limit: number): Promise<{ id: string; name: string; updatedAt: Date }[]> {
      return db
        .select({ id: drafts.id, name: sealedInputs.name, updatedAt: drafts.updatedAt })
        .from(drafts)
        .innerJoin(sealedInputs, eq(sealedInputs.quoteId, drafts.quoteId))
        .where(and(eq(drafts.accountId, accountId), eq(drafts.state, 'OPEN')))
        .orderBy(desc(drafts.updatedAt))
        .limit(limit);
    },
    async sumSpent(principal: string): Promise<bigint> {
      const [row] = await db
        .select({ spent: sql<bigint>`coalesce(sum(${paymentIntents.amount}), 0)`.mapWith(BigInt) })
        .from(paymentIntents)
        .where(and(eq(paymentIntents.principal, principal), inArray(paymentIntents.state, [...SPENT])));
      return row?.spent ?? 0n;
    },
  };
}
export type DashboardStore = ReturnType<typeof dashboardStore>;
