import { step, view } from '@assay/economy/world';
import { expect, it } from 'vitest';
import { meridian } from './meridian.ts';

const NEWCOMER = '44444444-4444-7444-8444-000000000001';

it('the settlement grant of a new wallet pays for a move to any other city of the default world', () => {
  const cities = view.cityIds(meridian.open());
  const outcomes = cities.slice(1).map((targetCityId) => {
    const world = meridian.open();
    step(world, [{ kind: 'actor.join', actorId: NEWCOMER, name: 'New', cityId: cities[0] as string }], {});
    const intent = {
      id: '33333333-3333-7333-8333-000000000001',
      actorId: NEWCOMER,
      type: 'INTENT_MOVE_CITY',
      params: { targetCityId },
      priority: 1,
      source: 'owner_suggestion' as const,
    };
    const { intents } = step(world, [{ kind: 'intent.submit', intent }], {});
    const { status, reasonCode } = intents.find(({ intentId }) => intentId === intent.id) ?? {};
    return [status, reasonCode, view.actor(world, NEWCOMER)?.city.id === targetCityId];
  });

  expect(cities.length).toBeGreaterThan(2);
  expect(outcomes).toEqual(cities.slice(1).map(() => ['EXECUTED', null, true]));
});
