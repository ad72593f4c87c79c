/** A primary and its standby behind one address, as a failover manager provides it, in one process. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Postgres, PostgresServer } from '../lib/postgres.ts';
import type { TcpProxy } from './tcp-proxy.ts';

const POLL_MS = 200;
const FOLLOW_MS = 60_000;

export async function openDatabasePair(postgres: Postgres, proxy: (port: number) => Promise<TcpProxy>) {
  let primary: PostgresServer = await postgres.createPrimary('server-1');
  let standby: PostgresServer = await postgres.createStandby(primary, 'server-2');
  let servers = 2;
  const opened = await proxy(primary.port);
  const readProxy = await proxy(standby.port);

  /** From here on a commit is acknowledged when both have it. */
  async function follow(): Promise<void> {
    for (const endsAt = performance.now() + FOLLOW_MS; performance.now() < endsAt; await pause(POLL_MS)) {
      const rows = await primary.query<{ state: string }>('SELECT state FROM pg_stat_replication');
      if (rows.some(({ state }) => state === 'streaming')) return primary.requireStandby(true);
    }
    throw new Error('The standby does not follow the primary.');
  }
  const close = async (): Promise<void> => {
    await Promise.all([opened.close(), readProxy.close()]);
    await Promise.all([standby.kill(), primary.kill()]);
  };
  await follow().catch(async (error) => {
    await close();
    throw error;
  });

  return {
    proxy: opened,
    readProxy,
    primary: () => primary,
    standby: () => standby,
    async failOver(): Promise<void> {
      await primary.kill();
      rmSync(primary.dataDir, { recursive: true }); // a long campaign would fill the disk
      await standby.promote();
      primary = standby;
      await primary.requireStandby(false);
      opened.switchTo(primary.port);
      standby = await postgres.createStandby(primary, `server-${++servers}`);
      readProxy.switchTo(standby.port);
      await follow();
    },
    async pausePrimary(forMs: number): Promise<void> {
      primary.signal('SIGSTOP');
      await pause(forMs);
      primary.signal('SIGCONT');
    },
    async pauseStandby(forMs: number): Promise<void> {
      standby.signal('SIGSTOP');
      await pause(forMs);
      standby.signal('SIGCONT');
    },
    /** Servers that ended by themselves, as a supervisor starts them. */
    async startEnded(): Promise<void> {
      for (const server of [primary, standby]) if (!server.isRunning()) await server.start();
    },
    close,
  };
}
export type DatabasePair = Awaited<ReturnType<typeof openDatabasePair>>;
