import { view } from '@assay/economy/world';
import { CityId, Problem } from '@assay/protocol';
import { type AgentWorld, queueWorldInputIn, type WorldInputTx } from '../world/index.ts';
import type { AgentRow, AgentStore } from './agents.store.ts';

type Place = { readonly cityId: CityId | null; readonly at: Date };
type Newcomer = Pick<AgentRow, 'id' | 'name' | 'control'>;

/** Places linked agents as actors in the world, if a world runs. */
export function createWorldHomes(world: Pick<AgentWorld, 'row' | 'now'>) {
  /** The requested city, or the city with the most vacant homes. Null without a world. */
  function choose(asked: CityId | undefined): CityId | null {
    if (world.row() === undefined) {
      if (asked !== undefined) throw noCity('no world runs here, so there are no cities to choose from');
      return null;
    }
    const now = world.now();
    const vacant = view.cityIds(now).map((id) => ({ id, homes: view.city(now, id)?.housing.vacant ?? 0 }));
    if (asked !== undefined) {
      if (!vacant.some(({ id }) => id === asked)) throw noCity('there is no such city');
      return asked;
    }
    const [best] = vacant.toSorted((one, other) => other.homes - one.homes);
    return best === undefined ? null : CityId.parse(best.id);
  }

  return {
    choose,
    /** Null until the actor is born. */
    cityOf(actorId: string): CityId | null {
      const found = world.row() === undefined ? undefined : view.actorState(world.now(), actorId);
      return found === undefined ? null : CityId.parse(found.cityId);
    },
    /** The tick of the actor's birth and the seconds until then: no seconds if it is born already, a null tick without a world. */
    birthOf(actorId: string, at: Date): { readonly tick: number | null; readonly inSeconds?: number } {
      const row = world.row();
      if (row === undefined) return { tick: null };
      const now = world.now();
      const born = view.actor(now, actorId);
      if (born !== undefined) return { tick: born.bornTick };
      const waitMs = Math.max(0, row.nextTickAt.getTime() - at.getTime());
      return { tick: now.tick + 1, inSeconds: Math.ceil(waitMs / 1_000) + 1 };
    },
    moveIn,
  };
}
export type WorldHomes = ReturnType<typeof createWorldHomes>;

/** Queues the birth for the next tick. Each link queues it again; the key makes the repetitions no-ops. */
async function moveIn(
  tx: WorldInputTx,
  { id: actorId, name, control }: Newcomer,
  { cityId, at }: Place,
): Promise<void> {
  const input = { kind: 'actor.join', actorId, name, ...(cityId === null ? {} : { cityId }) } as const;
  await queueWorldInputIn(tx, { input, key: `join/${actorId}`, at });
  if (control === 'REMOTE') {
    await queueWorldInputIn(tx, { input: { kind: 'actor.change', actorId, control }, key: `control/${actorId}`, at });
  }
}

/** Adds the agents that were linked before this world started. */
export async function joinAllActors(
  tx: WorldInputTx & { readonly agents: Pick<AgentStore, 'listAll'> },
  { at }: { readonly at: Date },
): Promise<void> {
  for (const agent of await tx.agents.listAll()) await moveIn(tx, agent, { cityId: null, at });
}

const noCity = (detail: string): Problem =>
  new Problem('validation_failed', { errors: [{ pointer: '/cityId', detail }] });
