/** Wires the world: the writer, the followers, and the inputs. */
import type { World } from '@assay/economy/world';
import type { PlatformServices } from '../../platform/services.ts';
import { createFollower } from './follower.service.ts';
import { createForks } from './fork.service.ts';
import { createHealth } from './health.ts';
import { createHourTimes } from './hour-times.ts';
import { createInputQuotas } from './input-quotas.service.ts';
import { worldInputQuotaStore } from './input-quotas.store.ts';
import { createInputs } from './inputs.service.ts';
import { keepIntents } from './intents.service.ts';
import type { WorldIntentStore } from './intents.store.ts';
import { meridian } from './meridian.ts';
import { storeMonth, storePastMonths } from './months.service.ts';
import type { WorldMonthStore } from './months.store.ts';
import { createRecords } from './records.service.ts';
import type { WorldTicked } from './world.published.ts';
import { createWriter, type Genesis, type WriterTx } from './writer.service.ts';

type Needs = {
  /** Whether this process writes the world when it holds the lease. */
  readonly isWriter: boolean;
  readonly tickMs: number;
  /** Tests start from a smaller world. */
  readonly genesis?: Genesis | undefined;
  readonly leaseLifeMs?: number | undefined;
};

type Tx = WriterTx & { readonly worldMonths: WorldMonthStore; readonly worldIntents: WorldIntentStore };

export function composeWorld(platform: PlatformServices<Tx>, needs: Needs) {
  const { db, stores, inTransaction, bus, clock, random, log, metrics } = platform;
  const { isWriter, tickMs, genesis = meridian, leaseLifeMs } = needs;
  const records = createRecords(stores);
  const follower = createFollower({ stores, bus, log });
  const quotas = createInputQuotas({ store: worldInputQuotaStore(db), clock });
  const inputs = createInputs({ stores, follower, bus, quotas, clock });
  const forks = createForks({ follower });
  const times = createHourTimes();
  const base = { stores, inTransaction, genesis, tickMs, leaseLifeMs, clock, random, log };
  const writer = createWriter({ ...base, onOpened: records.reload, onStored: times.add });
  const help = 'Time to run and store a tick';
  metrics.gauges('assay_world_hour_seconds', help, 'quantile', times.figures);
  metrics.gauges('assay_world_input_bytes', 'Size of the log of inputs of the world', 'table', async () => ({
    world_inputs: await quotas.tableBytes(),
  }));
  metrics.gauge('assay_world_tick', 'Tick of the world that reads show', () => follower.row()?.tick ?? 0);
  metrics.gauge('assay_world_writer', 'Whether this process runs the world', () => Number(writer.isHolding()));

  return {
    /** The interface for other modules: README.md. */
    world: {
      now: follower.now,
      row: follower.row,
      reached: follower.reached,
      submit: inputs.submit,
      spend: quotas.spend,
      appendIn: inputs.appendIn,
      resultOf: inputs.resultOf,
      fork: forks.fork,
      preview: forks.preview,
      /** Runs hours on demand. The results are readable when it returns. */
      async stepBy(ticks: number): Promise<{ tick: number; chainHash: string }> {
        const stepped = await writer.stepBy(ticks);
        await follower.reached(stepped.tick);
        return stepped;
      },
    },
    handles: {
      'world.created': (tx: Tx, { world }: { readonly world: World }): Promise<void> => storePastMonths(tx, world),
      async 'world.ticked'(tx: Tx, ticked: WorldTicked): Promise<void> {
        await records.keep(tx, ticked);
        await storeMonth(tx, ticked);
        await keepIntents(tx, ticked);
      },
    },
    repeating: [{ name: 'world.delete-old-inputs', everyMinutes: 10, run: quotas.deleteOld }],
    follower,
    forks,
    health: createHealth({ follower, clock }),
    async start(): Promise<void> {
      inputs.start();
      if (isWriter) await writer.start();
      follower.start();
    },
    async stop(): Promise<void> {
      await writer.stop();
      await forks.stop();
      inputs.stop();
      await follower.stop();
    },
  };
}
export type { Genesis };
export type WorldModule = ReturnType<typeof composeWorld>;
