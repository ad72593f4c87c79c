/** Wires RPC: calls of owners for their actors, and calls of operators for the world. */
import type { Mounts } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { AgentWorld, WorldReads, WorldTicked, worldStores } from '../world/index.ts';
import { type Admin, createAdmin } from './admin.service.ts';
import { createAgent } from './agent.service.ts';
import { analysisStore } from './analyses.store.ts';
import { createAnalyses } from './analysis.service.ts';
import { type CouncilActs, createCouncilIntents } from './council-intents.service.ts';
import { noteEffects } from './effects.service.ts';
import type { EffectStore } from './effects.store.ts';
import { createIntentTypes } from './intent-types.ts';
import { bindRpcRoutes } from './rpc.routes.ts';

type Tx = Pick<ReturnType<typeof worldStores>, 'worldInputs'> & {
  readonly rpcEffects: EffectStore;
  readonly operatorQueue: Pick<OperatorQueue, 'log'>;
};
type Needs = { readonly world: AgentWorld };

export function composeRpc(platform: PlatformServices<Tx>, { world }: Needs) {
  const { db, stores, inTransaction, random, clock, log } = platform;
  const analyses = createAnalyses({ world, store: analysisStore(db), random, clock, log });
  const admin = createAdmin({ world, stores, effects: stores.rpcEffects, analyses, inTransaction, clock });
  return {
    admin,
    handles: { 'world.ticked': (tx: Tx, ticked: WorldTicked): Promise<void> => noteEffects(tx, ticked) },
    repeating: [{ name: 'analyses.delete-old', everyMinutes: 60, run: analyses.deleteOld }],
  };
}

type Joined = {
  readonly world: AgentWorld;
  readonly reads: WorldReads;
  readonly admin: Admin;
  /** Council actions that run at once. They are passed in, because their modules depend on the world themselves. */
  readonly acts: CouncilActs;
  readonly mentionSkill: (certificateId: string) => Promise<void>;
  readonly mounts: Mounts;
};
type JoinedTx = Pick<ReturnType<typeof worldStores>, 'worldIntents'> & { readonly events: Pick<EventStore, 'add'> };

export function composeRpcRoutes(
  platform: PlatformServices<JoinedTx>,
  { world, reads, admin, acts, mentionSkill, mounts }: Joined,
) {
  const { inTransaction, limiter, random, clock } = platform;
  const council = createCouncilIntents({ acts, world, inTransaction, random, clock });
  const agent = createAgent({ world, reads, council, mentionSkill, limiter, random, clock });
  return bindRpcRoutes({ agent, admin, listIntentTypes: createIntentTypes({ world }), mounts });
}
export type { CouncilActs };
