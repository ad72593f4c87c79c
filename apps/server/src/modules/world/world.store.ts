import { and, asc, eq, gte, lt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { type Fault, world, worldLease, worldTicks } from './world.tables.ts';

/** A deployment has one world. */
const ONE = 1;

export type WorldRow = Omit<typeof world.$inferSelect, 'id'>;
type WorldState = WorldRow['state'];
type TickRow = typeof worldTicks.$inferSelect;
type Advance = Pick<WorldRow, 'tick' | 'chainHash' | 'moneySupply' | 'outside' | 'nextTickAt' | 'tickMs'>;

/** Any number: it only has to be the same in every process. */
const CREATION_LOCK = 7_302_123;

const shareCreation = statement('world_creation_share', `SELECT pg_advisory_xact_lock_shared(${CREATION_LOCK})`);
const shareWorld = statement('world_share', `SELECT FROM world WHERE id = ${ONE} FOR SHARE`);

/** No world is created before this transaction ends: what it adds is seen by a creation that follows. */
export async function delayCreation(db: Database): Promise<void> {
  await shareCreation(db, []);
}

export function worldStore(db: Database) {
  const select = () => db.select().from(world).where(eq(world.id, ONE));

  return {
    async find(): Promise<WorldRow | undefined> {
      return (await select())[0];
    },
    async create(row: WorldRow): Promise<void> {
      // Waits for transactions that found no world, so that the creation reads what they added.
      await db.execute(sql`SELECT pg_advisory_xact_lock(${CREATION_LOCK})`);
      await db.insert(world).values({ id: ONE, ...row });
    },
    delayCreation: () => delayCreation(db),
    /** Locks the row: an hour and the transactions that move marks wait for each other here. */
    async lock(): Promise<WorldRow | undefined> {
      return (await select().for('update'))[0];
    },
    /** Whether there is a world. If so, no hour runs before this transaction ends. */
    async isShared(): Promise<boolean> {
      return (await shareWorld(db, [])).length === 1;
    },
    async advance(change: Advance): Promise<void> {
      await db
        .update(world)
        .set({ ...change, fault: null })
        .where(eq(world.id, ONE));
    },
    async setState(state: WorldState, fault: Fault | null, pauseAtTick: number | null = null): Promise<void> {
      await db.update(world).set({ state, fault, pauseAtTick }).where(eq(world.id, ONE));
    },
    /** The next stored hour clears it. */
    async noteFailure(fault: Fault): Promise<void> {
      await db
        .update(world)
        .set({ fault })
        .where(and(eq(world.id, ONE), eq(world.state, 'RUNNING')));
    },
    async setGeneration(generation: number): Promise<void> {
      await db.update(world).set({ generation }).where(eq(world.id, ONE));
    },

    async addTick(row: TickRow): Promise<void> {
      await db.insert(worldTicks).values(row);
    },
    async findTick(tick: number): Promise<TickRow | undefined> {
      return (await db.select().from(worldTicks).where(eq(worldTicks.tick, tick)))[0];
    },
    /** From `from` to before `to`, oldest first. */
    async chainBetween(from: number, to: number): Promise<Pick<TickRow, 'tick' | 'chainHash'>[]> {
      return db
        .select({ tick: worldTicks.tick, chainHash: worldTicks.chainHash })
        .from(worldTicks)
        .where(and(gte(worldTicks.tick, from), lt(worldTicks.tick, to)))
        .orderBy(asc(worldTicks.tick));
    },
  };
}
export type WorldStore = ReturnType<typeof worldStore>;

/** The lease of the world's writer. Times come from the database. */
export function worldLeaseStore(db: Database) {
  const ours = (holder: string, generation: number) =>
    and(eq(worldLease.holder, holder), eq(worldLease.generation, generation));
  const until = (lifeMs: number) => sql`clock_timestamp() + ${lifeMs} * interval '1 millisecond'`;

  return {
    /** Returns the generation under which `holder` now writes. Undefined while another holder's lease is valid. */
    async take(holder: string, lifeMs: number): Promise<number | undefined> {
      const { rows } = await db.execute<{ generation: string }>(sql`
        INSERT INTO world_lease (id, holder, generation, expires_at) VALUES (${ONE}, ${holder}, 1, ${until(lifeMs)})
        ON CONFLICT (id) DO UPDATE
        SET holder = excluded.holder, generation = world_lease.generation + 1, expires_at = excluded.expires_at
        WHERE world_lease.expires_at < clock_timestamp()
        RETURNING generation`);
      return rows[0] === undefined ? undefined : Number(rows[0].generation);
    },
    /** False when another process has taken the lease. */
    async renew(holder: string, generation: number, lifeMs: number): Promise<boolean> {
      const { rowCount } = await db
        .update(worldLease)
        .set({ expiresAt: until(lifeMs) })
        .where(ours(holder, generation));
      return rowCount === 1;
    },
    /** Lets another process take over at once. */
    async release(holder: string, generation: number): Promise<void> {
      await db.update(worldLease).set({ expiresAt: sql`'-infinity'` }).where(ours(holder, generation));
    },
  };
}
export type WorldLeaseStore = ReturnType<typeof worldLeaseStore>;
