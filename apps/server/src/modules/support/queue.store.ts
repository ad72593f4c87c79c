import { and, asc, desc, eq, gt, lt, ne, or } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { type Decision, operatorQueue } from './support.tables.ts';

export type QueueRow = typeof operatorQueue.$inferSelect;
export type QueuePosition = Pick<QueueRow, 'priority' | 'openedAt' | 'id'>;

export function queueStore(db: Database) {
  return {
    async insert(row: QueueRow): Promise<void> {
      await db.insert(operatorQueue).values(row);
    },

    /** Most urgent first, then oldest. */
    async listOpen(query: {
      after: QueuePosition | undefined;
      kind: QueueRow['kind'] | undefined;
      limit: number;
    }): Promise<QueueRow[]> {
      const { after, kind, limit } = query;
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
        .where(
          and(ne(operatorQueue.state, 'DECIDED'), kind === undefined ? undefined : eq(operatorQueue.kind, kind), later),
        )
        .orderBy(desc(operatorQueue.priority), asc(operatorQueue.openedAt), asc(operatorQueue.id))
        .limit(limit);
    },

    async lock(id: string): Promise<QueueRow | undefined> {
      const [row] = await db.select().from(operatorQueue).where(eq(operatorQueue.id, id)).for('update');
      return row;
    },

    async decide(id: string, decision: Decision): Promise<QueueRow> {
      const [row] = await db
        .update(operatorQueue)
        .set({ state: 'DECIDED', decision })
        .where(eq(operatorQueue.id, id))
        .returning();
      if (row === undefined) throw new Error('A locked queue item is gone');
      return row;
    },

    /** Work that was settled on another way, such as a flag whose reporter withdrew it. */
    async closeByRef(kind: QueueRow['kind'], refId: string, decision: Decision): Promise<void> {
      await db
        .update(operatorQueue)
        .set({ state: 'DECIDED', decision })
        .where(and(eq(operatorQueue.kind, kind), eq(operatorQueue.refId, refId), ne(operatorQueue.state, 'DECIDED')));
    },
  };
}
export type QueueStore = ReturnType<typeof queueStore>;
