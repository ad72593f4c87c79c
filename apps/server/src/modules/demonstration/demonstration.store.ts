import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';

export function demonstrationStore(db: Database) {
  return {
    /** Whether anyone but the demonstration has submitted a product, holds a certificate or has reported a flag. */
    async hasOthers({ owner, reporter }: { owner: string; reporter: string }): Promise<boolean> {
      const { rows } = await db.execute<{ found: boolean }>(sql`
        SELECT EXISTS (SELECT FROM submissions WHERE owner <> ${owner})
          OR EXISTS (SELECT FROM certificates c
            WHERE NOT EXISTS (SELECT FROM submissions s WHERE s.id = c.submission_id AND s.owner = ${owner}))
          OR EXISTS (SELECT FROM flags WHERE wallet_address <> ${reporter}) AS found`);
      return rows[0]?.found ?? true;
    },
  };
}
export type DemonstrationStore = ReturnType<typeof demonstrationStore>;
