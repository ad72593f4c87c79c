import { eq } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { agents, walletLinks } from './accounts.tables.ts';

/** Accounts and agents that share a wallet. */
export function ownerStore(db: Database) {
  return {
    async listAgentsOf(accountId: string): Promise<string[]> {
      const rows = await db
        .select({ id: agents.id })
        .from(walletLinks)
        .innerJoin(agents, eq(agents.walletAddress, walletLinks.address))
        .where(eq(walletLinks.accountId, accountId));
      return rows.map(({ id }) => id);
    },
    async listAccountsWith(walletAddress: string): Promise<string[]> {
      const rows = await db
        .select({ accountId: walletLinks.accountId })
        .from(walletLinks)
        .where(eq(walletLinks.address, walletAddress));
      return rows.map(({ accountId }) => accountId);
    },
  };
}
export type OwnerStore = ReturnType<typeof ownerStore>;
