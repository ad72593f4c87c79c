import type { TestChain } from '@assay/chain/testing';
import { expect, vi } from 'vitest';
import { chainEnv } from './chain-env.ts';
import { spawnService } from './spawn-service.ts';
import { BASE_URL, type TestServer } from './test-server.ts';

/** A write at which work can be halted, in trigger notation: `on` an event of a table, `when` of its rows. */
type Stage = { readonly on: string; readonly when?: string };

const PATIENCE = { timeout: 60_000, interval: 20 };

/** A worker in a separate process that is halted during a write, killed there, and replaced. */
export async function openWorkerFaults(
  { server, chain }: { readonly server: TestServer; readonly chain: TestChain },
  stages: readonly Stage[],
) {
  const gate = await server.database.pool.connect();
  await gate.query(
    `CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int); RETURN NEW; END $$`,
  );
  for (const [at, { on, when = 'true' }] of stages.entries()) {
    await gate.query(`CREATE TRIGGER halt_${at} BEFORE ${on} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION halt(${at})`);
  }
  const env = {
    PORT: '0',
    PUBLIC_BASE_URL: BASE_URL,
    RATE_LIMITS: 'off',
    ALLOW_UNREAD_INSTRUCTIONS: '1',
    REVIEWS_GIVE_WAY: '0',
    ...chainEnv(chain, chain.rpcUrl),
  };
  const start = () => spawnService(server.database.connection, env);
  let worker = await start();

  /** Waits until a transaction waits for a lock that the gate holds. */
  const blocked = (lock: string, ...values: unknown[]): Promise<void> =>
    vi.waitFor(async () => {
      const { rowCount } = await gate.query(`SELECT FROM pg_locks WHERE ${lock} AND NOT granted`, values);
      expect(rowCount).toBeGreaterThan(0);
    }, PATIENCE);

  /** Kills the worker, releases the gate and starts another worker. */
  async function replace(openWay: () => Promise<unknown>): Promise<void> {
    await worker.kill();
    await openWay();
    worker = await start();
  }

  return {
    gate,
    blocked,
    replace,
    /** Runs the act that leads to a stage, and waits until the worker is halted there. */
    async haltAt<T>(stage: number, act: () => Promise<T>): Promise<T> {
      await gate.query('SELECT pg_advisory_lock($1)', [stage]);
      const done = await act();
      await blocked('objid = $1', stage);
      return done;
    },
    killAt: (...stages: readonly number[]): Promise<void> =>
      replace(() => gate.query('SELECT pg_advisory_unlock(stage) FROM unnest($1::int[]) AS stage', [stages])),
    async close(): Promise<void> {
      await worker.kill();
      gate.release();
    },
  };
}
export type WorkerFaults = Awaited<ReturnType<typeof openWorkerFaults>>;
