import type { FlagState } from '@assay/protocol';
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { flags } from './flags.tables.ts';

export type FlagRow = typeof flags.$inferSelect;
/** A state transition, with the decision if it is final. */
type FlagChange = Pick<FlagRow, 'state' | 'dueAt'> & Partial<Pick<FlagRow, 'decision' | 'decidedAt'>>;
type FlagCounts = Record<FlagState, number>;
type FlagPosition = { openedAt: Date; id: string };

export function flagStore(db: Database) {
  return {
    /** `undefined` when this wallet already has a live flag on this certificate: unique index `flags_one_live`. */
    async insert(flag: FlagRow): Promise<FlagRow | undefined> {
      const [row] = await db.insert(flags).values(flag).onConflictDoNothing().returning();
      return row;
    },

    async find(id: string): Promise<FlagRow | undefined> {
      const [row] = await db.select().from(flags).where(eq(flags.id, id));
      return row;
    },

    /** Changes the state of a flag, unless it has already changed. */
    async move(id: string, from: readonly FlagState[], change: FlagChange): Promise<FlagRow | undefined> {
      const [row] = await db
        .update(flags)
        .set(change)
        .where(and(eq(flags.id, id), inArray(flags.state, [...from])))
        .returning();
      return row;
    },

    /** Leases due flags until `leaseEnd`. If a worker dies, another worker takes its flags then. */
    async takeDue(now: Date, leaseEnd: Date, limit: number): Promise<FlagRow[]> {
      const due = db
        .select({ id: flags.id })
        .from(flags)
        .where(lte(flags.dueAt, now))
        .orderBy(sql`${flags.bond} IS NULL`, asc(flags.dueAt))
        .limit(limit)
        .for('update', { skipLocked: true });
      return db.update(flags).set({ dueAt: leaseEnd }).where(inArray(flags.id, due)).returning();
    },
    /** Leases these flags until `dueAt`. Flags in another state, or with a person, are skipped. */
    async keep(ids: readonly string[], state: FlagState, dueAt: Date): Promise<void> {
      await db
        .update(flags)
        .set({ dueAt })
        .where(and(inArray(flags.id, [...ids]), eq(flags.state, state), isNotNull(flags.dueAt)));
    },
    /** Ends a bond that is still held; `undefined` when it was settled before. */
    async settleBond(id: string, bondState: 'RETURNED' | 'LOST'): Promise<FlagRow | undefined> {
      const [row] = await db
        .update(flags)
        .set({ bondState })
        .where(and(eq(flags.id, id), eq(flags.bondState, 'HELD')))
        .returning();
      return row;
    },
    /** Undecided flags whose bond is still held after their triage was due. */
    async listOverdueBonds(now: Date, limit: number): Promise<FlagRow[]> {
      return db
        .select()
        .from(flags)
        .where(and(eq(flags.bondState, 'HELD'), lt(flags.triageDueAt, now)))
        .orderBy(asc(flags.triageDueAt))
        .limit(limit);
    },
    /** Clears the due time, because no work is left for a worker. */
    async rest(id: string): Promise<void> {
      await db.update(flags).set({ dueAt: null }).where(eq(flags.id, id));
    },
    /** Oldest first: the bounty goes to the first reporter of a defect. */
    async listOpen(certificateId: string): Promise<FlagRow[]> {
      return db
        .select()
        .from(flags)
        .where(and(eq(flags.certificateId, certificateId), eq(flags.state, 'OPEN')))
        .orderBy(asc(flags.openedAt), asc(flags.id));
    },
    async listConfirmed(certificateId: string): Promise<FlagRow[]> {
      return db
        .select()
        .from(flags)
        .where(and(eq(flags.certificateId, certificateId), eq(flags.state, 'CONFIRMED')));
    },
    async lock(id: string): Promise<FlagRow | undefined> {
      const [row] = await db.select().from(flags).where(eq(flags.id, id)).for('update');
      return row;
    },

    async counts(certificateId: string): Promise<FlagCounts> {
      const rows = await db
        .select({ state: flags.state, count: sql<number>`count(*)::int` })
        .from(flags)
        .where(eq(flags.certificateId, certificateId))
        .groupBy(flags.state);
      const counts: FlagCounts = { RECEIVED: 0, OPEN: 0, CONFIRMED: 0, DISMISSED: 0, WITHDRAWN: 0 };
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },

    async list(query: {
      certificateId: string;
      state?: FlagState | undefined;
      after?: FlagPosition | undefined;
      limit: number;
    }) {
      const { certificateId, state, after, limit } = query;
      return db
        .select()
        .from(flags)
        .where(
          and(
            eq(flags.certificateId, certificateId),
            state === undefined ? undefined : eq(flags.state, state),
            olderThan(after),
          ),
        )
        .orderBy(desc(flags.openedAt), desc(flags.id))
        .limit(limit);
    },

    /** The flags of these wallets whose reporter has proven to hold the wallet. */
    async listOwn(query: { wallets: readonly string[]; after: FlagPosition | undefined; limit: number }) {
      const { wallets, after, limit } = query;
      return db
        .select()
        .from(flags)
        .where(and(inArray(flags.walletAddress, [...wallets]), eq(flags.walletProven, true), olderThan(after)))
        .orderBy(desc(flags.openedAt), desc(flags.id))
        .limit(limit);
    },

    /** True for a wallet with a proven, confirmed flag and for the wallet of an active validator. */
    async hasStanding(walletAddress: string): Promise<boolean> {
      const { rows } = await db.execute<{ standing: boolean }>(sql`
        SELECT EXISTS (SELECT FROM flags f
            WHERE f.wallet_address = ${walletAddress} AND f.wallet_proven AND f.state = 'CONFIRMED')
          OR EXISTS (SELECT FROM validators v WHERE v.wallet = ${walletAddress} AND v.state = 'ACTIVE') AS standing`);
      return rows[0]?.standing ?? false;
    },

    async dismissedSince(walletAddress: string, since: Date): Promise<number> {
      return db.$count(
        flags,
        and(
          eq(flags.walletAddress, walletAddress),
          eq(flags.walletProven, true),
          eq(flags.state, 'DISMISSED'),
          gte(flags.decidedAt, since),
        ),
      );
    },
  };
}
export type FlagStore = ReturnType<typeof flagStore>;

const olderThan = (after: FlagPosition | undefined) =>
  after === undefined
    ? undefined
    : or(lt(flags.openedAt, after.openedAt), and(eq(flags.openedAt, after.openedAt), lt(flags.id, after.id)));
