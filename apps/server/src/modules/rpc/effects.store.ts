import { eq } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { rpcEffects } from './rpc.tables.ts';

type Effects = Pick<typeof rpcEffects.$inferSelect, 'eventIds' | 'journalIds'>;

export function effectStore(db: Database) {
  return {
    async insert(inputId: number, effects: Effects): Promise<void> {
      await db.insert(rpcEffects).values({ inputId, ...effects });
    },
    /** Empty lists for an input without effects. */
    async get(inputId: number): Promise<Effects> {
      const [row] = await db.select().from(rpcEffects).where(eq(rpcEffects.inputId, inputId));
      return row ?? { eventIds: [], journalIds: [] };
    },
  };
}
export type EffectStore = ReturnType<typeof effectStore>;
