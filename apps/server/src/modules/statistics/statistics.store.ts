import type { CertificateStatus, ProductType, Severity } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, desc, eq, gt, gte, lt, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { flags } from '../certificates/flags.tables.ts';

const count = sql<number>`count(*)::int`;
const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;

export type Score = { readonly wallet: string; readonly score: number };

/** Reads figures over the tables of other domains; it writes nothing. */
export function statisticsStore(db: Database) {
  return {
    async certificatesByStatus(): Promise<{ status: CertificateStatus; count: number }[]> {
      return db
        .select({ status: certificateStates.status, count })
        .from(certificateStates)
        .groupBy(certificateStates.status);
    },
    async certificatesByType(): Promise<{ productType: ProductType; count: number }[]> {
      const rows = await db
        .select({ productType: certificates.productType, count })
        .from(certificates)
        .groupBy(certificates.productType);
      return rows.map((row) => ({ ...row, productType: row.productType as ProductType }));
    },
    async certificatesSince(at: Date): Promise<number> {
      return db.$count(certificates, gte(certificates.sealedAt, at));
    },
    async warningsBySeverity(): Promise<{ severity: Severity; count: number }[]> {
      const { rows } = await db.execute<{ severity: Severity; count: number }>(sql`
        SELECT key AS severity, sum(value::int)::int AS count
        FROM ${certificates}, jsonb_each_text(${certificates.warnings}) GROUP BY key`);
      return rows;
    },
    async flagTotals() {
      const [row] = await db
        .select({
          opened: countWhere(sql`${flags.state} <> 'RECEIVED'`),
          open: countWhere(eq(flags.state, 'OPEN')),
          confirmed: countWhere(eq(flags.state, 'CONFIRMED')),
          dismissed: countWhere(eq(flags.state, 'DISMISSED')),
          medianTriageMs: sql<number | null>`(
            percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${flags.decidedAt} - ${flags.openedAt}) * 1000)
          )::float8`,
        })
        .from(flags);
      return row ?? { opened: 0, open: 0, confirmed: 0, dismissed: 0, medianTriageMs: null };
    },

    /** What a wallet has done here; undefined when it was never seen. */
    async wallet(address: string) {
      const [owned] = await db
        .select({
          total: count,
          approved: countWhere(eq(certificateStates.status, 'APPROVED')),
          deprecated: countWhere(eq(certificateStates.status, 'DEPRECATED')),
          suspended: countWhere(eq(certificateStates.status, 'SUSPENDED')),
          first: sql<string | null>`min(${certificates.sealedAt})`,
        })
        .from(certificates)
        .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
        .where(eq(certificates.ownerWallet, address));
      // Only flags whose wallet was proven say anything about that wallet.
      const [filed] = await db
        .select({
          filed: count,
          confirmed: countWhere(eq(flags.state, 'CONFIRMED')),
          dismissed: countWhere(eq(flags.state, 'DISMISSED')),
          first: sql<string | null>`min(${flags.openedAt})`,
        })
        .from(flags)
        .where(and(eq(flags.walletAddress, address), eq(flags.walletProven, true)));
      const seen = [owned?.first, filed?.first].flatMap((at) => (at ? [new Date(at)] : []));
      const firstSeenAt = seen.sort((a, b) => a.getTime() - b.getTime())[0];
      return owned === undefined || filed === undefined || firstSeenAt === undefined
        ? undefined
        : { owned, filed, firstSeenAt };
    },

    async publishers(since: Date | undefined, after: Score | undefined, limit: number): Promise<Score[]> {
      const valid = sql`NOT EXISTS (SELECT FROM ${flags} WHERE ${flags.certificateId} = ${certificates.id} AND ${flags.state} = 'OPEN')`;
      const rows = db
        .select({ wallet: sql<string>`${certificates.ownerWallet}`.as('wallet'), score: count.as('score') })
        .from(certificates)
        .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
        .where(
          and(
            eq(certificateStates.status, 'APPROVED'),
            sql`${certificates.ownerWallet} IS NOT NULL`,
            valid,
            since && gte(certificates.sealedAt, since),
          ),
        )
        .groupBy(certificates.ownerWallet)
        .as('scores');
      const later =
        after && or(lt(rows.score, after.score), and(eq(rows.score, after.score), gt(rows.wallet, after.wallet)));
      return db.select().from(rows).where(later).orderBy(desc(rows.score), rows.wallet).limit(limit);
    },

    async flaggers(since: Date | undefined, after: Score | undefined, limit: number): Promise<Score[]> {
      const rows = db
        .select({ wallet: sql<string>`${flags.walletAddress}`.as('wallet'), score: count.as('score') })
        .from(flags)
        .where(and(eq(flags.state, 'CONFIRMED'), eq(flags.walletProven, true), since && gte(flags.decidedAt, since)))
        .groupBy(flags.walletAddress)
        .as('scores');
      const later =
        after && or(lt(rows.score, after.score), and(eq(rows.score, after.score), gt(rows.wallet, after.wallet)));
      return db.select().from(rows).where(later).orderBy(desc(rows.score), rows.wallet).limit(limit);
    },
  };
}
export type StatisticsStore = ReturnType<typeof statisticsStore>;
