import { eq, inArray } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { agents } from './accounts.tables.ts';

export type AgentRow = typeof agents.$inferSelect;

export function agentStore(db: Database) {
  return {
    async find(id: string): Promise<AgentRow | undefined> {
      const [row] = await db.select().from(agents).where(eq(agents.id, id));
      return row;
    },
    async findByWallet(walletAddress: string): Promise<AgentRow | undefined> {
      const [row] = await db.select().from(agents).where(eq(agents.walletAddress, walletAddress));
      return row;
    },
    async listOfWallets(wallets: readonly string[]): Promise<AgentRow[]> {
      return db
        .select()
        .from(agents)
        .where(inArray(agents.walletAddress, [...wallets]));
    },
    async listAll(): Promise<AgentRow[]> {
      return db.select().from(agents).orderBy(agents.createdAt, agents.id);
    },
    /** Returns the agent of a wallet, locked for the rest of the transaction. The first link creates it. */
    async ensure(row: AgentRow): Promise<{ agent: AgentRow; isNew: boolean }> {
      const [inserted] = await db.insert(agents).values(row).onConflictDoNothing().returning();
      if (inserted !== undefined) return { agent: inserted, isNew: true };
      const [agent] = await db.select().from(agents).where(eq(agents.walletAddress, row.walletAddress)).for('update');
      if (agent === undefined) throw new Error('An agent is neither new nor known');
      return { agent, isNew: false };
    },
  };
}
export type AgentStore = ReturnType<typeof agentStore>;
