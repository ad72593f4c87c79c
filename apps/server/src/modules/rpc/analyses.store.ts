import { eq, lt } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { rpcAnalyses } from './rpc.tables.ts';

type AnalysisRow = typeof rpcAnalyses.$inferSelect;

export function analysisStore(db: Database) {
  return {
    async insert(row: AnalysisRow): Promise<void> {
      await db.insert(rpcAnalyses).values(row);
    },
    async finish(id: string, result: object): Promise<void> {
      await db.update(rpcAnalyses).set({ result }).where(eq(rpcAnalyses.id, id));
    },
    async remove(id: string): Promise<void> {
      await db.delete(rpcAnalyses).where(eq(rpcAnalyses.id, id));
    },
    async find(id: string): Promise<AnalysisRow | undefined> {
      return (await db.select().from(rpcAnalyses).where(eq(rpcAnalyses.id, id)))[0];
    },
    async deleteBefore(time: Date): Promise<void> {
      await db.delete(rpcAnalyses).where(lt(rpcAnalyses.startedAt, time));
    },
  };
}
export type AnalysisStore = ReturnType<typeof analysisStore>;
