/** Replaces an earlier version by this one under load, as described in the operator guide. */
import type { DatabasePair } from './database-pair.ts';
import type { Fault } from './faults.ts';
import { recover } from './recovery.ts';
import type { Service } from './service.ts';

type Needs = { readonly service: Service; readonly pair: DatabasePair; readonly say: (line: string) => void };

/** API processes first, then workers and the world. The first injection upgrades; later ones restart this version. */
export function upgradeInTurn({ service, pair, say }: Needs): Fault {
  const sayMigrations = async (): Promise<void> => {
    const rows = await pair.primary().query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY 1');
    say(`migrations: ${rows.length}, the last one ${rows.at(-1)?.name}`);
  };
  return {
    name: 'all processes replaced by this version, one after the other',
    async inject() {
      await sayMigrations();
      for (const member of service.members) {
        await member.kill('SIGTERM');
        member.upgrade();
        await member.start();
        const readyMs = await recover(service);
        if (readyMs === Number.POSITIVE_INFINITY) throw new Error(`${member.name} is not ready after its upgrade.`);
      }
      await sayMigrations();
    },
  };
}
