import { asc, gt, inArray } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { worldSkills } from './certificates.tables.ts';

export function worldSkillStore(db: Database) {
  return {
    /** False if the world knows the certificate already. */
    async add(certificateId: string): Promise<boolean> {
      const added = await db.insert(worldSkills).values({ certificateId }).onConflictDoNothing().returning();
      return added.length > 0;
    },

    async findKnown(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .select()
        .from(worldSkills)
        .where(inArray(worldSkills.certificateId, [...ids]));
      return rows.map(({ certificateId }) => certificateId);
    },

    async list(after: string, limit: number): Promise<string[]> {
      const rows = await db
        .select()
        .from(worldSkills)
        .where(gt(worldSkills.certificateId, after))
        .orderBy(asc(worldSkills.certificateId))
        .limit(limit);
      return rows.map(({ certificateId }) => certificateId);
    },
  };
}
export type WorldSkillStore = ReturnType<typeof worldSkillStore>;
