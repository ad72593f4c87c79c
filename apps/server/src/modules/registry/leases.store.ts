import { and, eq, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { chainLeases } from './registry.tables.ts';

/** Somebody else sends now: whatever was about to be written must not be. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export function leaseStore(db: Database) {
  return {
    /** Takes the lease or keeps it; false while another holder's has not run out. */
    async hold(name: string, holder: string, lifeMs: number): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        INSERT INTO chain_leases (name, holder, expires_at)
        VALUES (${name}, ${holder}, clock_timestamp() + ${lifeMs} * interval '1 millisecond')
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE chain_leases.holder = excluded.holder OR chain_leases.expires_at < clock_timestamp()`);
      return rowCount === 1;
    },
    /** Inside a transaction: nobody can take the lease before it ends. A lease that ran out untaken is still held. */
    async lock(name: string, holder: string): Promise<void> {
      const ours = and(eq(chainLeases.name, name), eq(chainLeases.holder, holder));
      const rows = await db.select({ name: chainLeases.name }).from(chainLeases).where(ours).for('update');
      if (rows.length === 0) throw new LeaseLostError(`The lease ${name} belongs to another process.`);
    },
    async release(name: string, holder: string): Promise<void> {
      await db.delete(chainLeases).where(and(eq(chainLeases.name, name), eq(chainLeases.holder, holder)));
    },
  };
}
export type LeaseStore = ReturnType<typeof leaseStore>;
