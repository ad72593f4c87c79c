import { view, type World } from '@assay/economy/world';
import type { Follower } from './follower.service.ts';

/** Names that are equal for actors who share an employer, a business, a household or a landlord. Empty without a world. */
export function tiesIn(world: Pick<Follower, 'row' | 'now'>, actorId: string): readonly string[] {
  return world.row() === undefined ? [] : toTies(world.now(), actorId);
}

function toTies(now: World, actorId: string): string[] {
  const ties = view.ties(now, actorId);
  if (ties === undefined) return [];
  const { employerId, ownedBusinessIds, householdIds, landlordId } = ties;
  const people = [actorId, ...householdIds, ...(landlordId === null ? [] : [landlordId])];
  const shops = [...ownedBusinessIds, ...(employerId === null ? [] : [employerId])];
  return [...people.map((id) => `actor:${id}`), ...shops.map((id) => `business:${id}`)];
}
