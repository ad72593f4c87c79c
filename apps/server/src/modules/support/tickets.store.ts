import { and, asc, desc, eq, lt, ne, or, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { supportTickets, ticketMessages } from './tickets.tables.ts';

export type TicketRow = typeof supportTickets.$inferSelect;
export type MessageRow = typeof ticketMessages.$inferSelect;
type TicketPosition = Pick<TicketRow, 'updatedAt' | 'id'>;

export function ticketStore(db: Database) {
  const own = (id: string, accountId: string) =>
    and(eq(supportTickets.id, id), eq(supportTickets.accountId, accountId));

  return {
    async insert(row: TicketRow): Promise<void> {
      await db.insert(supportTickets).values(row);
    },
    async addMessage(row: MessageRow): Promise<void> {
      await db.insert(ticketMessages).values(row);
    },
    async countOpen(accountId: string): Promise<number> {
      return db.$count(
        supportTickets,
        and(eq(supportTickets.accountId, accountId), ne(supportTickets.state, 'CLOSED')),
      );
    },
    async countByState(accountId: string): Promise<Partial<Record<TicketRow['state'], number>>> {
      const rows = await db
        .select({ state: supportTickets.state, count: sql<number>`count(*)`.mapWith(Number) })
        .from(supportTickets)
        .where(eq(supportTickets.accountId, accountId))
        .groupBy(supportTickets.state);
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    async find(id: string, accountId: string): Promise<TicketRow | undefined> {
      const [row] = await db.select().from(supportTickets).where(own(id, accountId));
      return row;
    },
    async lock(id: string, accountId: string): Promise<TicketRow | undefined> {
      const [row] = await db.select().from(supportTickets).where(own(id, accountId)).for('update');
      return row;
    },
    /** Of any account, for operators. */
    async lockAny(id: string): Promise<TicketRow | undefined> {
      const [row] = await db.select().from(supportTickets).where(eq(supportTickets.id, id)).for('update');
      return row;
    },
    async setState(id: string, state: TicketRow['state'], updatedAt: Date): Promise<void> {
      await db.update(supportTickets).set({ state, updatedAt }).where(eq(supportTickets.id, id));
    },
    async messages(ticketId: string): Promise<MessageRow[]> {
      return db
        .select()
        .from(ticketMessages)
        .where(eq(ticketMessages.ticketId, ticketId))
        .orderBy(asc(ticketMessages.at), asc(ticketMessages.id));
    },
    async countMessages(ticketId: string): Promise<number> {
      return db.$count(ticketMessages, eq(ticketMessages.ticketId, ticketId));
    },
    /** Last changed first. */
    async list(query: {
      accountId: string;
      state: TicketRow['state'] | undefined;
      after: TicketPosition | undefined;
      limit: number;
    }): Promise<TicketRow[]> {
      const { accountId, state, after, limit } = query;
      const older =
        after === undefined
          ? undefined
          : or(
              lt(supportTickets.updatedAt, after.updatedAt),
              and(eq(supportTickets.updatedAt, after.updatedAt), lt(supportTickets.id, after.id)),
            );
      return db
        .select()
        .from(supportTickets)
        .where(
          and(
            eq(supportTickets.accountId, accountId),
            state === undefined ? undefined : eq(supportTickets.state, state),
            older,
          ),
        )
        .orderBy(desc(supportTickets.updatedAt), desc(supportTickets.id))
        .limit(limit);
    },
    async listIds(accountId: string): Promise<string[]> {
      const rows = await db
        .select({ id: supportTickets.id })
        .from(supportTickets)
        .where(eq(supportTickets.accountId, accountId));
      return rows.map(({ id }) => id);
    },
    async deleteAll(accountId: string): Promise<string[]> {
      const rows = await db
        .delete(supportTickets)
        .where(eq(supportTickets.accountId, accountId))
        .returning({ id: supportTickets.id });
      return rows.map(({ id }) => id);
    },
  };
}
export type TicketStore = ReturnType<typeof ticketStore>;
