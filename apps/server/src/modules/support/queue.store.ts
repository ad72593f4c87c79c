import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { CHANNEL } from '../../platform/events/index.ts';
import { type Decision, operatorQueue } from './support.tables.ts';

export type QueueRow = typeof operatorQueue.$inferSelect;
type QueuePosition = Pick<QueueRow, 'priority' | 'openedAt' | 'id'>;

/** The notice of every change of the queue. Each process receives it when the transaction commits. */
export const QUEUE_TOPIC = 'queue';
const announce = statement('queue_announce', 'SELECT pg_notify($1, $2)');

export function queueStore(db: Database) {
  const announceChange = () => announce(db, [CHANNEL, `${QUEUE_TOPIC}:`]);
  return {
    async insert(row: QueueRow): Promise<void> {
      await db.insert(operatorQueue).values(row);
      await announceChange();
    },

    /** Most urgent first, then oldest. Without a state, all undecided items. */
    async list(query: {
      after: QueuePosition | undefined;
      kind: QueueRow['kind'] | undefined;
      state: QueueRow['state'] | undefined;
      limit: number;
    }): Promise<QueueRow[]> {
      const { after, kind, state, limit } = query;
      const inState = state === undefined ? ne(operatorQueue.state, 'DECIDED') : eq(operatorQueue.state, state);
      const later =
        after === undefined
          ? undefined
          : or(
              lt(operatorQueue.priority, after.priority),
              and(eq(operatorQueue.priority, after.priority), gt(operatorQueue.openedAt, after.openedAt)),
              and(
                eq(operatorQueue.priority, after.priority),
                eq(operatorQueue.openedAt, after.openedAt),
                gt(operatorQueue.id, after.id),
              ),
            );
      return db
        .select()
        .from(operatorQueue)
        .where(and(inState, kind === undefined ? undefined : eq(operatorQueue.kind, kind), later))
        .orderBy(desc(operatorQueue.priority), asc(operatorQueue.openedAt), asc(operatorQueue.id))
        .limit(limit);
    },

    async lock(id: string): Promise<QueueRow | undefined> {
      const [row] = await db.select().from(operatorQueue).where(eq(operatorQueue.id, id)).for('update');
      return row;
    },

    /** The operator who made the last decision about a subject. */
    async findDecider(kind: QueueRow['kind'], refId: string): Promise<string | undefined> {
      const [row] = await db
        .select({ decision: operatorQueue.decision })
        .from(operatorQueue)
        .where(and(eq(operatorQueue.kind, kind), eq(operatorQueue.refId, refId), eq(operatorQueue.state, 'DECIDED')))
        .orderBy(desc(operatorQueue.openedAt))
        .limit(1);
      return row?.decision?.by;
    },

    async raise(kind: QueueRow['kind'], refId: string, priority: number): Promise<void> {
      const isWaiting = and(
        eq(operatorQueue.kind, kind),
        eq(operatorQueue.refId, refId),
        ne(operatorQueue.state, 'DECIDED'),
      );
      await db
        .update(operatorQueue)
        .set({ priority })
        .where(and(isWaiting, lt(operatorQueue.priority, priority)));
      await announceChange();
    },

    /** Locks the open items about these subjects in a fixed order. */
    async lockByRef(kind: QueueRow['kind'], refIds: readonly string[]): Promise<void> {
      await db
        .select({ id: operatorQueue.id })
        .from(operatorQueue)
        .where(
          and(
            eq(operatorQueue.kind, kind),
            inArray(operatorQueue.refId, [...refIds]),
            ne(operatorQueue.state, 'DECIDED'),
          ),
        )
        .orderBy(asc(operatorQueue.id))
        .for('update');
    },

    async decide(id: string, state: 'TAKEN' | 'DECIDED', decision: Decision): Promise<QueueRow> {
      const [row] = await db.update(operatorQueue).set({ state, decision }).where(eq(operatorQueue.id, id)).returning();
      if (row === undefined) throw new Error(`Queue item ${id} not found`);
      await announceChange();
      return row;
    },

    /** The number of items ahead of this one. `undefined` if it is no longer open. */
    async countBefore(kind: QueueRow['kind'], refId: string): Promise<number | undefined> {
      const { rows } = await db.execute<{ before: number }>(sql`
        SELECT (SELECT count(*)::int FROM operator_queue o WHERE o.state = 'OPEN'
          AND (-o.priority, o.opened_at, o.id) < (-own.priority, own.opened_at, own.id)) AS before
        FROM operator_queue own WHERE own.kind = ${kind} AND own.ref_id = ${refId} AND own.state = 'OPEN'`);
      return rows[0]?.before;
    },

    /** Closes an item that was settled otherwise, such as a flag withdrawn by its reporter. */
    async closeByRef(kind: QueueRow['kind'], refId: string, decision: Decision): Promise<void> {
      await db
        .update(operatorQueue)
        .set({ state: 'DECIDED', decision })
        .where(and(eq(operatorQueue.kind, kind), eq(operatorQueue.refId, refId), ne(operatorQueue.state, 'DECIDED')));
      await announceChange();
    },
  };
}
export type QueueStore = ReturnType<typeof queueStore>;
