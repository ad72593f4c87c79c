/** Wires RPC: what owners ask of their actors, and what operators do to the world. */
import type { PlatformServices } from '../../platform/services.ts';
import type { Desk } from '../support/index.ts';
import type { AgentWorld, WorldReads, WorldTicked, worldStores } from '../world/index.ts';
import { createAdmin } from './admin.service.ts';
import { createAgent } from './agent.service.ts';
import { analysisStore } from './analyses.store.ts';
import { createAnalyses } from './analysis.service.ts';
import { noteEffects } from './effects.service.ts';
import type { EffectStore } from './effects.store.ts';
import { bindRpcRoutes } from './rpc.routes.ts';

type Tx = Pick<ReturnType<typeof worldStores>, 'worldInputs'> & {
  readonly rpcEffects: EffectStore;
  readonly desk: Pick<Desk, 'log'>;
};
type Needs = { readonly world: AgentWorld; readonly reads: WorldReads };

const HOURLY = '17 * * * *';

export function composeRpc(platform: PlatformServices<Tx>, { world, reads }: Needs) {
  const { db, stores, inTransaction, limiter, random, clock, log } = platform;
  const analyses = createAnalyses({ world, store: analysisStore(db), random, clock, log });
  const agent = createAgent({ world, reads, limiter, random, clock });
  const admin = createAdmin({ world, stores, effects: stores.rpcEffects, analyses, inTransaction, clock });
  return {
    routes: bindRpcRoutes({ agent, admin }),
    hears: { 'world.ticked': (tx: Tx, ticked: WorldTicked): Promise<void> => noteEffects(tx, ticked) },
    repeating: [{ name: 'analyses.delete-old', cron: HOURLY, run: analyses.deleteOld }],
  };
}
