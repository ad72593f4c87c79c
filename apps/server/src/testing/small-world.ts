import { createWorld, step, TICKS_PER_MONTH } from '@assay/economy/world';
import type { Genesis } from '../modules/world/compose.ts';

export const SMALL_VALIDATOR = '11111111-1111-8111-a111-111111111111';

/** 120 people in three cities, one of them a validator, this many hours before the end of their first month. */
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
/** Six cities with few people and two past months, so that charts have data. */
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

/** A server with a world whose hours run only on demand. */
export const MANUAL_WORLD = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '0' };
