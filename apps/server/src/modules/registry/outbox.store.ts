import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from '../../platform/db/drizzle.ts';
import {
  type Database,
  preparedInsert,
  preparedInsertOnce,
  preparedUpdate,
  statement,
} from '../../platform/db/index.ts';
import { chainOutbox, chainTransactions } from './registry.tables.ts';

export type OutboxRow = typeof chainOutbox.$inferSelect;
export type OutboxState = OutboxRow['state'];
export type TransactionRow = typeof chainTransactions.$inferSelect;
type OutboxPosition = Pick<OutboxRow, 'queuedAt' | 'id'>;
type Change = Partial<
  Pick<
    OutboxRow,
    'state' | 'sender' | 'nonce' | 'txHash' | 'blockNumber' | 'blockHash' | 'lastError' | 'nextAttemptAt' | 'changedAt'
  >
>;

/** Effects without a signed transaction that are due. */
const isUnsigned = (network: string, now: Date) =>
  and(
    eq(chainOutbox.network, network),
    eq(chainOutbox.state, 'QUEUED'),
    isNull(chainOutbox.nonce),
    lte(chainOutbox.nextAttemptAt, now),
  );

const insertEffect = preparedInsertOnce('outbox_insert', chainOutbox);
const insertTransaction = preparedInsert('outbox_insert_transaction', chainTransactions);
const changeEffect = preparedUpdate('outbox_change', chainOutbox, chainOutbox.id);

const findWork = statement<{ found: boolean }>(
  'outbox_find_work',
  `SELECT EXISTS (SELECT FROM certificate_anchors WHERE outbox_id IS NULL)
       OR EXISTS (SELECT FROM chain_outbox WHERE network = $1 AND state IN ('QUEUED', 'SENT', 'MINED')) AS found`,
);

export function outboxStore(db: Database) {
  return {
    /** False when this effect already exists. */
    async insert(row: OutboxRow): Promise<boolean> {
      return insertEffect(db, row);
    },

    async find(kind: OutboxRow['kind'], refType: string, refId: string): Promise<OutboxRow | undefined> {
      const [row] = await db
        .select()
        .from(chainOutbox)
        .where(and(eq(chainOutbox.kind, kind), eq(chainOutbox.refType, refType), eq(chainOutbox.refId, refId)));
      return row;
    },

    async lock(id: string): Promise<OutboxRow | undefined> {
      const [row] = await db.select().from(chainOutbox).where(eq(chainOutbox.id, id)).for('update');
      return row;
    },

    /** The oldest due effect without a signed transaction. */
    async lockNextUnsigned(network: string, now: Date): Promise<OutboxRow | undefined> {
      const [row] = await db
        .select()
        .from(chainOutbox)
        .where(isUnsigned(network, now))
        .orderBy(asc(chainOutbox.queuedAt), asc(chainOutbox.id))
        .limit(1)
        .for('update');
      return row;
    },

    /** Whether anything is to be planned, signed, sent or followed. Checking each separately costs ten statements. */
    async hasWork(network: string): Promise<boolean> {
      return (await findWork(db, [network])).some(({ found }) => found);
    },

    async hasUnsigned(network: string, now: Date): Promise<boolean> {
      const rows = await db.select({ id: chainOutbox.id }).from(chainOutbox).where(isUnsigned(network, now)).limit(1);
      return rows.length > 0;
    },

    /** Signed effects that are not final, in the order of their nonces. */
    async listInFlight(network: string, limit: number): Promise<OutboxRow[]> {
      return db
        .select()
        .from(chainOutbox)
        .where(
          and(
            eq(chainOutbox.network, network),
            inArray(chainOutbox.state, ['QUEUED', 'SENT', 'MINED']),
            sql`${chainOutbox.nonce} IS NOT NULL`,
          ),
        )
        .orderBy(asc(chainOutbox.nonce))
        .limit(limit);
    },

    /** Nonces from this one on with a signed transaction. */
    async signedNonces(network: string, sender: string, fromNonce: number): Promise<Set<number>> {
      const rows = await db
        .selectDistinct({ nonce: chainTransactions.nonce })
        .from(chainTransactions)
        .where(
          and(
            eq(chainTransactions.network, network),
            eq(chainTransactions.sender, sender as `0x${string}`),
            gte(chainTransactions.nonce, fromNonce),
          ),
        );
      return new Set(rows.map(({ nonce }) => nonce));
    },

    async addTransaction(row: TransactionRow): Promise<void> {
      await insertTransaction(db, row);
    },

    /** The transactions signed for this effect at its current nonce, newest first. */
    async transactionsOf({ id, nonce }: Pick<OutboxRow, 'id' | 'nonce'>): Promise<TransactionRow[]> {
      if (nonce === null) return [];
      return db
        .select()
        .from(chainTransactions)
        .where(and(eq(chainTransactions.outboxId, id), eq(chainTransactions.nonce, nonce)))
        .orderBy(desc(chainTransactions.signedAt), desc(chainTransactions.maxFeePerGas));
    },

    async change(id: string, change: Change): Promise<void> {
      await changeEffect(db, id, change);
    },

    async list(query: {
      state: OutboxState | undefined;
      after: OutboxPosition | undefined;
      limit: number;
    }): Promise<OutboxRow[]> {
      const { state, after, limit } = query;
      const older =
        after === undefined
          ? undefined
          : or(
              lt(chainOutbox.queuedAt, after.queuedAt),
              and(eq(chainOutbox.queuedAt, after.queuedAt), lt(chainOutbox.id, after.id)),
            );
      return db
        .select()
        .from(chainOutbox)
        .where(and(state === undefined ? undefined : eq(chainOutbox.state, state), older))
        .orderBy(desc(chainOutbox.queuedAt), desc(chainOutbox.id))
        .limit(limit);
    },

    /** The number of effects in each state. Unplanned anchors count as queued. */
    async counts(): Promise<Record<OutboxState, number>> {
      const { rows } = await db.execute<{ state: OutboxState; count: number }>(sql`
        SELECT state, sum(n)::int AS count FROM (
          SELECT state, count(*) AS n FROM chain_outbox GROUP BY state
          UNION ALL SELECT 'QUEUED', count(*) FROM certificate_anchors WHERE outbox_id IS NULL
        ) counted GROUP BY state`);
      const found = new Map(rows.map(({ state, count }) => [state, count]));
      const of = (state: OutboxState) => found.get(state) ?? 0;
      return {
        QUEUED: of('QUEUED'),
        SENT: of('SENT'),
        MINED: of('MINED'),
        FINAL: of('FINAL'),
        FAILED: of('FAILED'),
      };
    },
  };
}
export type OutboxStore = ReturnType<typeof outboxStore>;
