import type { CertificateStatus, ProductType, Severity } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, desc, eq, gt, gte, lt, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { certificateStates, certificates } from '../certificates/certificates.tables.ts';
import { flags } from '../certificates/flags.tables.ts';

const count = sql<number>`count(*)::int`;
const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;

/** A reporter can name any wallet, so only a proven wallet, or one that received the bounty, counts. */
const isOwnFlag = sql`(${flags.walletProven} OR EXISTS (
  SELECT FROM bounties b WHERE b.flag_id = ${flags.id} AND b.state = 'PAID'))`;

type Times = { readonly p50: number | null; readonly p95: number | null };
/** Minor units of marks. */
type Kept = Readonly<Record<'escrow' | 'stakes' | 'canaryPot' | 'reserve', bigint>>;
export type Score = { readonly wallet: string; readonly score: number };

/** Read-only queries over the tables of other domains. */
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

    /** Decided rounds by their furthest panel; each is counted once. */
    async roundTotals() {
      const { rows } = await db.execute<Record<'primary' | 'second' | 'appeal' | 'human', number> & Times>(sql`
        SELECT (count(*) FILTER (WHERE furthest = 1))::int AS primary, (count(*) FILTER (WHERE furthest = 2))::int AS second,
          (count(*) FILTER (WHERE furthest = 3))::int AS appeal, (count(*) FILTER (WHERE furthest = 4))::int AS human,
          percentile_disc(0.5) WITHIN GROUP (ORDER BY took)::int AS p50, percentile_disc(0.95) WITHIN GROUP (ORDER BY took)::int AS p95
        FROM (SELECT extract(epoch FROM r.completed_at - r.started_at) * 1000 AS took,
            coalesce((SELECT max(array_position(ARRAY['PRIMARY', 'SECOND', 'APPEAL', 'HUMAN'], p.phase))
              FROM panels p WHERE p.round_id = r.id), 4) AS furthest
          FROM rounds r WHERE r.state IN ('DECIDED', 'SETTLED')) AS decided`);
      return rows[0] ?? { primary: 0, second: 0, appeal: 0, human: 0, p50: null, p95: null };
    },
    async disputeTotals() {
      const { rows } = await db.execute<{ opened: number; overturned: number }>(sql`
        SELECT count(*)::int AS opened, (count(*) FILTER (WHERE state = 'OVERTURNED'))::int AS overturned FROM submission_disputes`);
      return rows[0] ?? { opened: 0, overturned: 0 };
    },
    async submissionTotals() {
      const { rows } = await db.execute<{ total: number; inReview: number; rejected: number }>(sql`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE state = 'REJECTED'))::int AS rejected,
          (count(*) FILTER (WHERE state IN ('SUBMITTED', 'SANDBOXING', 'IN_REVIEW', 'ESCALATED')))::int AS "inReview"
        FROM submissions`);
      return rows[0] ?? { total: 0, inReview: 0, rejected: 0 };
    },
    /** The rulesets of past reviews, newest first. */
    async rulesets(limit: number): Promise<{ digest: string; since: string }[]> {
      const { rows } = await db.execute<{ digest: string; since: string }>(sql`
        SELECT ruleset_digest AS digest, min(analyzed_at)::text AS since FROM round_reports
        WHERE ruleset_digest IS NOT NULL GROUP BY ruleset_digest ORDER BY min(analyzed_at) DESC LIMIT ${limit}`);
      return rows;
    },

    /** The activity of a wallet. `firstSeenAt` is undefined for an unknown wallet. */
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
      // Only flags whose wallet was proven, or received a bounty, count for that wallet.
      const [filed] = await db
        .select({
          filed: count,
          confirmed: countWhere(eq(flags.state, 'CONFIRMED')),
          dismissed: countWhere(eq(flags.state, 'DISMISSED')),
          first: sql<string | null>`min(${flags.openedAt})`,
        })
        .from(flags)
        .where(and(eq(flags.walletAddress, address), isOwnFlag));
      // A linked wallet counts as known, whatever its activity.
      const { rows } = await db.execute<{ first: string | null; actorId: string | null }>(sql`
        SELECT min(at)::text AS first, (SELECT id FROM agents WHERE wallet_address = ${address}) AS "actorId"
        FROM (SELECT created_at AS at FROM agents WHERE wallet_address = ${address}
          UNION ALL SELECT verified_at FROM wallet_links WHERE address = ${address}) AS known`);
      const seen = [owned?.first, filed?.first, rows[0]?.first].flatMap((at) => (at ? [new Date(at)] : []));
      const firstSeenAt = seen.sort((a, b) => a.getTime() - b.getTime())[0];
      if (owned === undefined || filed === undefined) throw new Error('Counting gave no row.');
      return { owned, filed, firstSeenAt, actorId: rows[0]?.actorId ?? undefined };
    },

    /** Marks in the ledger, by purpose. */
    async marksKept(): Promise<Kept> {
      const { rows } = await db.execute<Record<keyof Kept, string>>(sql`
        SELECT coalesce(sum(balance) FILTER (WHERE owner_kind = 'submission'), 0) AS escrow,
          coalesce(sum(balance) FILTER (WHERE owner_kind = 'actor-stake'), 0) AS stakes,
          coalesce(sum(balance) FILTER (WHERE owner_kind = 'council' AND owner_id = 'canaries'), 0) AS "canaryPot",
          coalesce(sum(balance) FILTER (WHERE owner_kind = 'council' AND owner_id = 'reserve'), 0) AS reserve
        FROM ledger_accounts WHERE currency = 'MARK'`);
      const { escrow = 0, stakes = 0, canaryPot = 0, reserve = 0 } = rows[0] ?? {};
      return {
        escrow: BigInt(escrow),
        stakes: BigInt(stakes),
        canaryPot: BigInt(canaryPot),
        reserve: BigInt(reserve),
      };
    },
    /** Marks in the ledger that belong to actors outside their purses. */
    async marksLocked(): Promise<ReadonlyMap<string, bigint>> {
      const { rows } = await db.execute<{ id: string; balance: string }>(sql`
        SELECT owner_id AS id, sum(balance) AS balance FROM ledger_accounts
        WHERE currency = 'MARK' AND owner_kind LIKE 'actor-%' AND balance > 0 GROUP BY owner_id`);
      return new Map(rows.map(({ id, balance }) => [id, BigInt(balance)]));
    },
    async walletsOf(actorIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await db.execute<{ id: string; wallet: string }>(sql`
        SELECT id, wallet_address AS wallet FROM agents WHERE id = ANY(${sql.param([...actorIds])}::uuid[])`);
      return new Map(rows.map(({ id, wallet }) => [id, wallet]));
    },
    /** Plugins on offer with a measurement, best first. */
    async plugins(): Promise<{ id: string; name: string; score: number; sales: number }[]> {
      const { rows } = await db.execute<{ id: string; name: string; score: number; sales: number }>(sql`
        SELECT id, name, quality AS score, sales FROM plugins
        WHERE published AND state = 'APPROVED' AND deleted_at IS NULL AND quality IS NOT NULL ORDER BY quality DESC, id`);
      return rows;
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
        .where(and(eq(flags.state, 'CONFIRMED'), isOwnFlag, since && gte(flags.decidedAt, since)))
        .groupBy(flags.walletAddress)
        .as('scores');
      const later =
        after && or(lt(rows.score, after.score), and(eq(rows.score, after.score), gt(rows.wallet, after.wallet)));
      return db.select().from(rows).where(later).orderBy(desc(rows.score), rows.wallet).limit(limit);
    },
  };
}
export type StatisticsStore = ReturnType<typeof statisticsStore>;
