import type { Track, ValidatorState } from '@assay/protocol';
import { and, asc, eq, inArray, lte, notInArray, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared, statement } from '../../platform/db/index.ts';
import { walletLinks } from '../accounts/accounts.tables.ts';
import { ledgerAccounts } from '../ledger/ledger.tables.ts';
import { paymentIntents } from '../payments/payments.tables.ts';
import type { Tie } from './clusters.policy.ts';
import { validators } from './validators.tables.ts';

export type ValidatorRow = typeof validators.$inferSelect;
type NewValidator = typeof validators.$inferInsert;
/** A validator with the current balance of its stake account. */
export type StakedRow = ValidatorRow & { readonly stake: bigint };

/** An arbitrary number that is the same in every process. */
const BOOKS_LOCK = 7_302_118;

const stakedIn = (db: Database) =>
  db
    .select({ validator: validators, stake: sql<string>`coalesce(${ledgerAccounts.balance}, 0)::text` })
    .from(validators)
    .leftJoin(
      ledgerAccounts,
      and(
        eq(ledgerAccounts.ownerKind, 'actor-stake'),
        eq(ledgerAccounts.ownerId, sql`${validators.actorId}::text`),
        eq(ledgerAccounts.currency, 'MARK'),
      ),
    );
const listByIds = prepared('validators_by_ids', (db) =>
  stakedIn(db).where(sql`${validators.id} = ANY(${sql.placeholder('ids')}::text[])`),
);
/** Active validators with all of these licences. */
const listActive = prepared('validators_active', (db) =>
  stakedIn(db)
    .where(sql`${validators.state} = 'ACTIVE' AND ${validators.tracks} @> ${sql.placeholder('tracks')}::text[]`)
    .orderBy(asc(validators.id)),
);
const lockBooks = statement('validators_lock_books', 'SELECT pg_advisory_xact_lock($1)');

export function validatorStore(db: Database) {
  const staked = () => stakedIn(db);
  const toStaked = ({ validator, stake }: { validator: ValidatorRow; stake: string }): StakedRow => ({
    ...validator,
    stake: BigInt(stake),
  });

  return {
    /** Locks the council's balances until the end of the transaction, so that they can be spent. */
    async lockBooks(): Promise<void> {
      await lockBooks(db, [BOOKS_LOCK]);
    },

    /** Returns the new ones. */
    async insertAll(rows: readonly NewValidator[]): Promise<ValidatorRow[]> {
      return db
        .insert(validators)
        .values([...rows])
        .onConflictDoNothing()
        .returning();
    },
    /** Activates these built-ins and deactivates all others, whose models are no longer configured. */
    async activateBuiltIns(ids: readonly string[]): Promise<void> {
      await db
        .update(validators)
        .set({ state: 'INACTIVE' })
        .where(and(eq(validators.builtIn, true), notInArray(validators.id, [...ids]), eq(validators.state, 'ACTIVE')));
      await db
        .update(validators)
        .set({ state: 'ACTIVE' })
        .where(and(eq(validators.builtIn, true), inArray(validators.id, [...ids]), eq(validators.state, 'INACTIVE')));
    },
    async listAll(): Promise<ValidatorRow[]> {
      return db.select().from(validators).orderBy(validators.id);
    },
    async countBuiltIns(): Promise<number> {
      return db.$count(validators, eq(validators.builtIn, true));
    },
    async find(id: string): Promise<StakedRow | undefined> {
      const [row] = await staked().where(eq(validators.id, id));
      return row && toStaked(row);
    },
    async findByActor(actorId: string): Promise<StakedRow | undefined> {
      const [row] = await staked().where(eq(validators.actorId, actorId));
      return row && toStaked(row);
    },
    async isWalletTaken(wallet: string): Promise<boolean> {
      return (await db.$count(validators, eq(validators.wallet, wallet))) > 0;
    },
    async listStates(): Promise<{ actorId: string; state: ValidatorState }[]> {
      return db.select({ actorId: validators.actorId, state: validators.state }).from(validators);
    },
    async listByIds(ids: readonly string[]): Promise<StakedRow[]> {
      if (ids.length === 0) return [];
      return (await listByIds(db, { ids: [...ids] })).map(toStaked);
    },
    /** Active validators with all of these licences. */
    async listActive(tracks: readonly Track[]): Promise<StakedRow[]> {
      return (await listActive(db, { tracks: [...tracks] })).map(toStaked);
    },
    async listByState(state: ValidatorState, track: Track | undefined): Promise<StakedRow[]> {
      const licensed = track === undefined ? undefined : sql`${track} = ANY (${validators.tracks})`;
      return (await staked().where(and(eq(validators.state, state), licensed))).map(toStaked);
    },
    /** The first validators whose unbonding is over. */
    async listUnbonded(now: Date, limit: number): Promise<StakedRow[]> {
      const isOver = and(eq(validators.state, 'UNBONDING'), lte(validators.unbondingUntil, now));
      return (await staked().where(isOver).orderBy(asc(validators.unbondingUntil)).limit(limit)).map(toStaked);
    },
    async change(id: string, change: Partial<Omit<ValidatorRow, 'id' | 'actorId' | 'builtIn'>>): Promise<void> {
      await db.update(validators).set(change).where(eq(validators.id, id));
    },

    /** The wallets of each active validator, and those that paid for its actor since then. */
    async tiesOfValidators(since: Date): Promise<Tie[]> {
      const { rows } = await db.execute<Tie>(sql`
        SELECT id AS "validatorId", lower(wallet) AS wallet FROM ${validators} WHERE wallet IS NOT NULL AND state = 'ACTIVE'
        UNION
        SELECT v.id, lower(p.payer) FROM ${validators} v JOIN ${paymentIntents} p ON p.principal = 'actor:' || v.actor_id
        WHERE v.wallet IS NOT NULL AND v.state = 'ACTIVE' AND p.payer IS NOT NULL AND p.changed_at >= ${since}`);
      return rows;
    },
    /** The wallets of a principal, and those that paid for it since then. */
    async walletsOfOwner(owner: string, since: Date): Promise<string[]> {
      const { rows } = await db.execute<{ wallet: string }>(sql`
        SELECT lower(address) AS wallet FROM ${walletLinks} WHERE 'account:' || account_id = ${owner}
        UNION
        SELECT lower(payer) FROM ${paymentIntents}
        WHERE principal = ${owner} AND payer IS NOT NULL AND changed_at >= ${since}`);
      return rows.map(({ wallet }) => wallet);
    },
  };
}
export type ValidatorStore = ReturnType<typeof validatorStore>;
