import { createWorld, step, TICKS_PER_MONTH } from '@assay/economy/world';
import type { Genesis } from '../modules/world/compose.ts';

export const SMALL_VALIDATOR = '11111111-1111-8111-a111-111111111111';

/** 120 people in three cities, one of them a validator, so many hours before their first month ends. */
export const smallWorld = (hoursBeforeMonthEnd: number): Genesis => ({
  name: 'Small',
  open: () => {
    const world = createWorld({ actors: 200, cities: 3 }, 7, {
      validators: [{ actorId: SMALL_VALIDATOR, name: 'Instruction 1' }],
    });
    while (world.tick < TICKS_PER_MONTH - hoursBeforeMonthEnd) step(world, [], { isSilent: true });
    return world;
  },
  purses: [SMALL_VALIDATOR],
});
/** Six cities of few people with two months behind them, so that there are charts to look at. */
export const settledWorld: Genesis = {
  name: 'Settled',
  open: () => {
    const world = createWorld({ actors: 200, cities: 6 }, 7, {
      validators: [{ actorId: SMALL_VALIDATOR, name: 'Instruction 1' }],
    });
    while (world.tick <= 2 * TICKS_PER_MONTH) step(world, [], { isSilent: true });
    return world;
  },
  purses: [SMALL_VALIDATOR],
};

/** A server that has a world and lets its hours pass when the test says so. */
export const WORLD_BY_HAND = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '0' };
