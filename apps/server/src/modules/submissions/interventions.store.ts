import { eq, inArray } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { submissionInterventions } from './interventions.tables.ts';

type InterventionRow = typeof submissionInterventions.$inferSelect;

export function interventionStore(db: Database) {
  return {
    /** False when a request already exists. */
    async insert(row: InterventionRow): Promise<boolean> {
      const rows = await db
        .insert(submissionInterventions)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: submissionInterventions.submissionId });
      return rows.length === 1;
    },
    async list(submissionIds: readonly string[]): Promise<InterventionRow[]> {
      if (submissionIds.length === 0) return [];
      return db
        .select()
        .from(submissionInterventions)
        .where(inArray(submissionInterventions.submissionId, [...submissionIds]));
    },
    async setState(submissionId: string, state: InterventionRow['state']): Promise<void> {
      await db
        .update(submissionInterventions)
        .set({ state })
        .where(eq(submissionInterventions.submissionId, submissionId));
    },
  };
}
export type InterventionStore = ReturnType<typeof interventionStore>;
