import type { JudgedCase, ObservationKind } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import { and, asc, desc, eq, inArray, isNull, lte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { judgements, observations, settlements, slashes, validatorPays, validators } from './validators.tables.ts';

export type JudgementRow = typeof judgements.$inferSelect;
export type ObservationRow = typeof observations.$inferSelect;
export type SlashRow = typeof slashes.$inferSelect;
export type SettlementRow = typeof settlements.$inferSelect;
export type PayRow = typeof validatorPays.$inferSelect;
/** Equal observations of one validator, counted. */
export type ObservedGroup = {
  readonly validatorId: string;
  readonly track: Track;
  readonly kind: ObservationKind;
  readonly ageDays: number;
  readonly count: number;
};

/** Append-only records of validators' acts and their outcomes. */
export function recordStore(db: Database) {
  return {
    /** Returns the new ones. */
    async addJudgements(rows: readonly JudgementRow[]): Promise<JudgementRow[]> {
      if (rows.length === 0) return [];
      return db
        .insert(judgements)
        .values([...rows])
        .onConflictDoNothing()
        .returning();
    },
    async judgementsOfRound(roundId: string): Promise<JudgementRow[]> {
      return db.select().from(judgements).where(eq(judgements.roundId, roundId)).orderBy(asc(judgements.seatId));
    },
    /** The newest votes of each validator, up to the limit. */
    async newestVotes(validatorIds: readonly string[], limit: number): Promise<Map<string, JudgedCase[]>> {
      const { rows } = await db.execute<JudgedCase & { id: string }>(sql`
        SELECT wanted.id, newest.verdict AS vote, newest.peers_safe AS "peersSafe", newest.peers_unsafe AS "peersUnsafe"
        FROM unnest(${sql.param([...validatorIds])}::text[]) AS wanted (id)
        CROSS JOIN LATERAL (
          SELECT verdict, peers_safe, peers_unsafe FROM ${judgements}
          WHERE validator_id = wanted.id AND verdict IS NOT NULL ORDER BY judged_at DESC, seat_id LIMIT ${limit}
        ) newest`);
      return Map.groupBy(rows, ({ id }) => id);
    },

    /** Returns whether it was new. */
    async addObservation(row: ObservationRow): Promise<boolean> {
      const added = await db.insert(observations).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    /** The observations that count today. In a fixed order, because sums of fractions depend on it. */
    async observed(validatorIds: readonly string[], now: Date): Promise<ObservedGroup[]> {
      if (validatorIds.length === 0) return [];
      const ageDays = sql<number>`floor(extract(epoch FROM ${now}::timestamptz - ${observations.observedAt}) / 86400)::int`;
      return db
        .select({
          validatorId: observations.validatorId,
          track: observations.track,
          kind: observations.kind,
          ageDays: ageDays.as('age_days'),
          count: sql<number>`count(*)::int`,
        })
        .from(observations)
        .innerJoin(validators, eq(validators.id, observations.validatorId))
        .where(
          and(
            inArray(observations.validatorId, [...validatorIds]),
            sql`${observations.observedAt} >= ${validators.measuredSince}`,
          ),
        )
        .groupBy(observations.validatorId, observations.track, observations.kind, sql`age_days`)
        .orderBy(observations.validatorId, observations.track, observations.kind, sql`age_days`);
    },

    /** Returns whether it was new. */
    async addSlash(row: SlashRow): Promise<boolean> {
      const added = await db.insert(slashes).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    async slashesOf(validatorId: string): Promise<SlashRow[]> {
      return db.select().from(slashes).where(eq(slashes.validatorId, validatorId)).orderBy(desc(slashes.slashedAt));
    },

    /** The fee of the submission's latest paid round, which measures unpaid rounds. */
    async latestFee(submissionId: string): Promise<bigint> {
      const [row] = await db
        .select({ fee: settlements.fee })
        .from(settlements)
        .where(and(eq(settlements.submissionId, submissionId), sql`${settlements.fee} > 0`))
        .orderBy(desc(settlements.settledAt))
        .limit(1);
      return row?.fee ?? 0n;
    },
    async addSettlement(row: SettlementRow): Promise<void> {
      await db.insert(settlements).values(row);
    },

    async addPays(rows: readonly PayRow[]): Promise<void> {
      if (rows.length > 0) await db.insert(validatorPays).values([...rows]);
    },
    /** The longest due pays, locked until the end of the transaction. */
    async lockDuePays(now: Date, limit: number): Promise<PayRow[]> {
      return db
        .select()
        .from(validatorPays)
        .where(and(isNull(validatorPays.releasedAt), lte(validatorPays.dueAt, now)))
        .orderBy(asc(validatorPays.dueAt), asc(validatorPays.seatId), asc(validatorPays.kind))
        .limit(limit)
        .for('update', { skipLocked: true });
    },
    async releasePay({ seatId, kind }: Pick<PayRow, 'seatId' | 'kind'>, releasedAt: Date): Promise<void> {
      await db
        .update(validatorPays)
        .set({ releasedAt })
        .where(and(eq(validatorPays.seatId, seatId), eq(validatorPays.kind, kind)));
    },
    async earningsOf(validatorId: string): Promise<{ earned: bigint; vesting: bigint }> {
      const held = sql`${validatorPays.releasedAt} IS NULL`;
      const [row] = await db
        .select({
          earned: sql<string>`coalesce(sum(${validatorPays.amount}), 0)::text`,
          vesting: sql<string>`coalesce(sum(${validatorPays.vesting}) FILTER (WHERE ${held}), 0)::text`,
        })
        .from(validatorPays)
        .where(eq(validatorPays.validatorId, validatorId));
      return { earned: BigInt(row?.earned ?? 0), vesting: BigInt(row?.vesting ?? 0) };
    },
  };
}
export type RecordStore = ReturnType<typeof recordStore>;
