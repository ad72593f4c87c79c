import { and, desc, eq, gte, lt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { worldPostingBlocks, worldPostings, worldPurses } from './world.tables.ts';

export type PurseRow = typeof worldPurses.$inferSelect;
export type PostingRow = typeof worldPostings.$inferSelect;

const lockPurse = statement<{ available: string; granted: string }>(
  'world_lock_purse',
  'SELECT available, granted FROM world_purses WHERE actor_id = $1 FOR UPDATE',
);

/** Amounts in minor units. */
type PurseMonth = {
  readonly month: number;
  readonly income: string;
  readonly spending: string;
  readonly balance: string;
};
export const HOURS_PER_MONTH = 672;
/** Maximum of summed postings. An actor with more in 24 months gets only the last months. */
const SUMMED_POSTINGS = 20_000;
const listMonths = statement<PurseMonth>(
  'world_purse_months',
  `SELECT (tick / $2::int)::int AS month, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::text AS income,
     coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::text AS spending,
     (array_agg(balance_after ORDER BY tick DESC, ordinal DESC))[1]::text AS balance
   FROM (SELECT tick, ordinal, amount, balance_after FROM world_postings WHERE actor_id = $1::uuid
     ORDER BY tick DESC, ordinal DESC LIMIT $4) posting
   GROUP BY 1 ORDER BY 1 DESC LIMIT $3`,
);

export function worldPurseStore(db: Database) {
  return {
    async listIds(): Promise<string[]> {
      const rows = await db.select({ actorId: worldPurses.actorId }).from(worldPurses);
      return rows.map(({ actorId }) => actorId);
    },
    /** The balance, and the granted part of it. Locks the purse, so that concurrent payments are serial. */
    async lock(actorId: string): Promise<{ available: bigint; granted: bigint }> {
      const [purse] = await lockPurse(db, [actorId]);
      return { available: BigInt(purse?.available ?? 0), granted: BigInt(purse?.granted ?? 0) };
    },
    async upsertAll(rows: readonly PurseRow[]): Promise<void> {
      if (rows.length === 0) return;
      const column = <T>(value: (row: PurseRow) => T) => sql.param(rows.map(value));
      await db.execute(sql`
        INSERT INTO world_purses (actor_id, available, tick, granted)
        SELECT * FROM unnest(
          ${column(({ actorId }) => actorId)}::uuid[], ${column(({ available }) => available.toString())}::numeric[],
          ${column(({ tick }) => tick)}::bigint[], ${column(({ granted }) => granted.toString())}::numeric[]
        )
        ON CONFLICT (actor_id) DO UPDATE
          SET available = excluded.available, tick = excluded.tick, granted = excluded.granted`);
    },

    async insertPostings(rows: readonly PostingRow[]): Promise<void> {
      if (rows.length === 0) return;
      const column = <T>(value: (row: PostingRow) => T) => sql.param(rows.map(value));
      await db.execute(sql`
        INSERT INTO world_postings (actor_id, tick, ordinal, journal_id, kind, amount, balance_after,
          counterparty_type, counterparty_id, occurred_at, reference, event_id, memo)
        SELECT * FROM unnest(
          ${column(({ actorId }) => actorId)}::uuid[], ${column(({ tick }) => tick)}::bigint[],
          ${column(({ ordinal }) => ordinal)}::int[], ${column(({ journalId }) => journalId)}::uuid[],
          ${column(({ kind }) => kind)}::text[], ${column(({ amount }) => amount.toString())}::numeric[],
          ${column(({ balanceAfter }) => balanceAfter.toString())}::numeric[],
          ${column(({ counterpartyType }) => counterpartyType)}::text[],
          ${column(({ counterpartyId }) => counterpartyId)}::text[],
          ${column(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
          ${column(({ reference }) => reference)}::text[], ${column(({ eventId }) => eventId)}::uuid[],
          ${column(({ memo }) => memo)}::text[]
        )`);
    },

    /** Newest first, before a position if it is set. */
    async listPostings(
      actorId: string,
      asked: {
        readonly kind?: string | undefined;
        readonly sinceTick?: number | undefined;
        readonly before?: readonly [tick: number, ordinal: number] | undefined;
        readonly limit: number;
      },
    ): Promise<PostingRow[]> {
      const { tick, ordinal } = worldPostings;
      const [beforeTick, beforeOrdinal] = asked.before ?? [];
      return db
        .select()
        .from(worldPostings)
        .where(
          and(
            eq(worldPostings.actorId, actorId),
            asked.kind === undefined ? undefined : eq(worldPostings.kind, asked.kind),
            asked.sinceTick === undefined ? undefined : gte(tick, asked.sinceTick),
            asked.before === undefined ? undefined : sql`(${tick}, ${ordinal}) < (${beforeTick}, ${beforeOrdinal})`,
          ),
        )
        .orderBy(desc(tick), desc(ordinal))
        .limit(asked.limit);
    },

    /** Newest first, from at most `SUMMED_POSTINGS` of the actor's newest postings. */
    async listMonths(actorId: string, limit: number): Promise<PurseMonth[]> {
      return listMonths(db, [actorId, HOURS_PER_MONTH, limit, SUMMED_POSTINGS]);
    },
    async insertBlock(tick: number, count: number, bytes: Buffer): Promise<void> {
      await db.insert(worldPostingBlocks).values({ tick, count, bytes });
    },
    async dropBlocksBefore(tick: number): Promise<void> {
      await db.delete(worldPostingBlocks).where(lt(worldPostingBlocks.tick, tick));
    },
  };
}
export type WorldPurseStore = ReturnType<typeof worldPurseStore>;
