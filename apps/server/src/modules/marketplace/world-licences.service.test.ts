import { view } from '@assay/economy/world';
import { describe, expect, it } from 'vitest';
import { worldWithOldPlayer } from '../../testing/old-player.ts';
import { createWorldLicences } from './world-licences.service.ts';

const lived = worldWithOldPlayer.open();
const everybody = view.actors(lived).flatMap(({ id }) => {
  const ties = view.ties(lived, id);
  return ties === undefined ? [] : [{ id, ...ties }];
});
type Person = (typeof everybody)[number];
const personOf = (id: string | null | undefined) => everybody.find((one) => one.id === id);
/** The businesses that a person works for or owns. */
const shopsOf = ({ employerId, ownedBusinessIds }: Person) => [employerId, ...ownedBusinessIds];
const workTogether = (one: Person, other: Person) =>
  shopsOf(one).some((shop) => shop !== null && shopsOf(other).includes(shop));
/** Two people with this relation and no common business. */
function pairBy(other: (one: Person) => string | null | undefined): readonly [Person, Person] {
  for (const one of everybody) {
    const found = personOf(other(one));
    if (found !== undefined && !workTogether(one, found)) return [one, found];
  }
  throw new Error('There is no such pair.');
}

const world = { row: () => ({}) as never, now: () => lived };
const { areTied } = createWorldLicences({ world, clock: { now: () => new Date(0) } });

describe('a buyer is connected to the seller', () => {
  it('if both live in one household', () => {
    const [one, other] = pairBy(({ householdIds }) => householdIds[0]);

    expect([areTied(one.id, other.id), areTied(other.id, one.id)]).toEqual([true, true]);
  });

  it('as its landlord or tenant, or with the same landlord', () => {
    const [tenant, landlord] = pairBy(({ landlordId }) => landlordId);
    const [one, neighbour] = pairBy(({ id, landlordId }) =>
      landlordId === null ? null : everybody.find((other) => other.id !== id && other.landlordId === landlordId)?.id,
    );

    expect([areTied(tenant.id, landlord.id), areTied(landlord.id, tenant.id)]).toEqual([true, true]);
    expect(areTied(one.id, neighbour.id)).toBe(true);
  });

  it('and otherwise not', () => {
    const namesOf = (one: Person) => [one.id, one.landlordId, ...shopsOf(one), ...one.householdIds];
    const [one] = everybody;
    const names = new Set(one === undefined ? [] : namesOf(one));
    const thirdParty = everybody.find((other) => namesOf(other).every((name) => name === null || !names.has(name)));

    expect(areTied(one?.id ?? '', thirdParty?.id ?? '')).toBe(false);
  });
});
