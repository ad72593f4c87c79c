import { and, eq } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { chainLeases } from './registry.tables.ts';

const holdLease = statement(
  'chain_hold_lease',
  `INSERT INTO chain_leases (name, holder, expires_at)
   VALUES ($1, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')
   ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
   WHERE chain_leases.holder = excluded.holder OR chain_leases.expires_at < clock_timestamp()
   RETURNING name`,
);
const lockLease = statement(
  'chain_lock_lease',
  'SELECT name FROM chain_leases WHERE name = $1 AND holder = $2 FOR UPDATE',
);

/** Another process holds the lease, so this one must not write. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

export function leaseStore(db: Database) {
  return {
    /** Acquires or renews the lease. Returns false while another holder's lease is valid. */
    async hold(name: string, holder: string, lifeMs: number): Promise<boolean> {
      return (await holdLease(db, [name, holder, lifeMs])).length === 1;
    },
    /** Locks the lease for the transaction. An expired lease that no other process took is still valid. */
    async lock(name: string, holder: string): Promise<void> {
      const rows = await lockLease(db, [name, holder]);
      if (rows.length === 0) throw new LeaseLostError(`The lease ${name} belongs to another process.`);
    },
    async release(name: string, holder: string): Promise<void> {
      await db.delete(chainLeases).where(and(eq(chainLeases.name, name), eq(chainLeases.holder, holder)));
    },
  };
}
export type LeaseStore = ReturnType<typeof leaseStore>;
