import type { SQL } from 'drizzle-orm';
import { eq, gte, inArray, ne, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { judgements, observations, slashes, validatorPays, validators } from './validators.tables.ts';

type Counts = {
  readonly rounds: { judged: number; safe: number; unsafe: number; missed: number };
  readonly canaries: { seen: number; caught: number; missed: number; falseAlarms: number };
};
export type ProfileCounts = Counts & { readonly slashes: number; readonly earned: bigint };

const count = sql<number>`count(*)::int`;
const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const votes = {
  judged: countWhere(sql`${judgements.verdict} IS NOT NULL`),
  safe: countWhere(sql`${judgements.verdict} = 'SAFE'`),
  unsafe: countWhere(sql`${judgements.verdict} = 'UNSAFE'`),
  missed: countWhere(sql`${judgements.verdict} IS NULL`),
};
const canaries = {
  seen: countWhere(sql`${observations.kind} IN ('CANARY_CAUGHT', 'CANARY_MISSED', 'CANARY_PASSED', 'FALSE_ALARM')`),
  caught: countWhere(sql`${observations.kind} = 'CANARY_CAUGHT'`),
  missed: countWhere(sql`${observations.kind} = 'CANARY_MISSED'`),
  falseAlarms: countWhere(sql`${observations.kind} = 'FALSE_ALARM'`),
};
const NO_ROUNDS = { judged: 0, safe: 0, unsafe: 0, missed: 0 };
const NO_CANARIES = { seen: 0, caught: 0, missed: 0, falseAlarms: 0 };

/** Public counts of validator activity. */
export function profileStore(db: Database) {
  return {
    async countsOf(ids: readonly string[]): Promise<Map<string, ProfileCounts>> {
      if (ids.length === 0) return new Map();
      const judged = await db
        .select({ id: judgements.validatorId, ...votes })
        .from(judgements)
        .where(inArray(judgements.validatorId, [...ids]))
        .groupBy(judgements.validatorId);
      const observed = await db
        .select({ id: observations.validatorId, ...canaries })
        .from(observations)
        .where(inArray(observations.validatorId, [...ids]))
        .groupBy(observations.validatorId);
      const slashed = await db
        .select({ id: slashes.validatorId, count })
        .from(slashes)
        .where(inArray(slashes.validatorId, [...ids]))
        .groupBy(slashes.validatorId);
      const paid = await db
        .select({ id: validatorPays.validatorId, earned: sql<string>`sum(${validatorPays.amount})::text` })
        .from(validatorPays)
        .where(inArray(validatorPays.validatorId, [...ids]))
        .groupBy(validatorPays.validatorId);
      const [rounds, seen, taken, given] = [byId(judged), byId(observed), byId(slashed), byId(paid)];
      return new Map(
        ids.map((id) => [
          id,
          {
            rounds: rounds.get(id) ?? NO_ROUNDS,
            canaries: seen.get(id) ?? NO_CANARIES,
            slashes: taken.get(id)?.count ?? 0,
            earned: BigInt(given.get(id)?.earned ?? 0),
          },
        ]),
      );
    },

    /** Validators that judged since then, or ever. */
    async activeSince(since: Date | undefined): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ id: judgements.validatorId })
        .from(judgements)
        .where(since && gte(judgements.judgedAt, since));
      return new Set(rows.map(({ id }) => id));
    },

    async totals(): Promise<Counts & { slashed: bigint; paid: bigint }> {
      const [rounds] = await db.select(votes).from(judgements);
      const [seen] = await db.select(canaries).from(observations);
      const [taken] = await db.select({ sum: sql<string>`coalesce(sum(${slashes.amount}), 0)::text` }).from(slashes);
      const [given] = await db
        .select({ sum: sql<string>`coalesce(sum(${validatorPays.amount}), 0)::text` })
        .from(validatorPays);
      return {
        rounds: rounds ?? NO_ROUNDS,
        canaries: seen ?? NO_CANARIES,
        slashed: BigInt(taken?.sum ?? 0),
        paid: BigInt(given?.sum ?? 0),
      };
    },

    async countActive(): Promise<{ active: number; builtIn: number }> {
      const [row] = await db
        .select({
          active: countWhere(eq(validators.state, 'ACTIVE')),
          builtIn: countWhere(sql`${validators.builtIn}`),
        })
        .from(validators)
        .where(ne(validators.state, 'INACTIVE'));
      return row ?? { active: 0, builtIn: 0 };
    },
    async findIdByWallet(wallet: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id: validators.id })
        .from(validators)
        .where(eq(sql`lower(${validators.wallet})`, wallet.toLowerCase()));
      return row?.id;
    },
  };
}
export type ProfileStore = ReturnType<typeof profileStore>;

/** Rows by validator, without the id, because the rest is answered unchanged. */
const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Omit<Row, 'id'>> =>
  new Map(rows.map(({ id, ...rest }) => [id, rest]));
