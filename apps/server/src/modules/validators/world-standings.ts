/** What the council reads about an actor in the world. Unknown without a world. */
import { FIRST_REPUTATION, HOURS_PER_DAY, view, type World } from '@assay/economy/world';
import type { CityId } from '@assay/protocol';
import { type AgentWorld, tiesIn } from '../world/index.ts';

/** The standing of an actor in the world. */
export type WorldStanding = { readonly ageDays: number; readonly reputation: number; readonly hasDefault: boolean };
export type WorldStandings = ReturnType<typeof createWorldStandings>;

export function createWorldStandings(world: Pick<AgentWorld, 'row' | 'now'>) {
  const readWorld = <T>(read: (now: World) => T): T | undefined =>
    world.row() === undefined ? undefined : read(world.now());

  return {
    /** Undefined without a world. */
    standingOf: (actorId: string): WorldStanding | undefined => readWorld((now) => toStanding(now, actorId)),
    /** Null for an actor that does not exist in the world yet. */
    cityOf: (actorId: string): CityId | null => readWorld((now) => view.actorState(now, actorId)?.cityId) ?? null,
    tiesOf: (actorId: string): readonly string[] => tiesIn(world, actorId),
  };
}

/** The actor of a newly linked wallet exists from the next hour. */
const NOT_BORN: WorldStanding = { ageDays: 0, reputation: FIRST_REPUTATION, hasDefault: false };

function toStanding(now: World, actorId: string): WorldStanding {
  const actor = view.actor(now, actorId);
  if (actor === undefined) return NOT_BORN;
  const ageDays = Math.floor((now.tick - actor.bornTick) / HOURS_PER_DAY);
  return { ageDays, reputation: actor.state.reputation, hasDefault: hasDefaulted(now, actorId) };
}

function hasDefaulted(now: World, actorId: string): boolean {
  const banks = view.businesses(now, {}).filter(({ sector }) => sector === 'BANK');
  const loans = banks.flatMap(({ id }) => view.loans(now, id) ?? []);
  return loans.some(({ borrower, status }) => borrower.id === actorId && status === 'DEFAULTED');
}
