import { desc, eq } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { operatorProposals } from './proposals.tables.ts';

export type ProposalRow = typeof operatorProposals.$inferSelect;
type Decided = { readonly state: 'CONFIRMED' | 'WITHDRAWN'; readonly decidedBy: string; readonly decidedAt: Date };

const LISTED_MAX = 100;

export function proposalStore(db: Database) {
  return {
    async insert(row: ProposalRow): Promise<void> {
      await db.insert(operatorProposals).values(row);
    },
    async lock(id: string): Promise<ProposalRow | undefined> {
      const [row] = await db.select().from(operatorProposals).where(eq(operatorProposals.id, id)).for('update');
      return row;
    },
    async decide(id: string, decided: Decided): Promise<void> {
      await db.update(operatorProposals).set(decided).where(eq(operatorProposals.id, id));
    },
    /** Newest first. */
    async list(): Promise<ProposalRow[]> {
      return db
        .select()
        .from(operatorProposals)
        .orderBy(desc(operatorProposals.proposedAt), desc(operatorProposals.id))
        .limit(LISTED_MAX);
    },
  };
}
export type ProposalStore = ReturnType<typeof proposalStore>;
