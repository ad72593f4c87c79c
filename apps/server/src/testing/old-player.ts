import { createWorld, step } from '@assay/economy/world';
import type { Genesis } from '../modules/world/compose.ts';
import { SMALL_VALIDATOR } from './small-world.ts';
import type { TestDatabase } from './test-database.ts';

/** An actor that is old enough to become a validator. */
export const OLD_PLAYER = '22222222-2222-7222-8222-222222222222';
const DAYS = 31;

/** A small world in which one player has lived for a month. */
export const worldWithOldPlayer: Genesis = {
  name: 'Small',
  open: () => {
    const options = { validators: [{ actorId: SMALL_VALIDATOR, name: 'Instruction 1' }] };
    const world = createWorld({ actors: 200, cities: 3 }, 7, options);
    step(world, [{ kind: 'actor.join', actorId: OLD_PLAYER, name: 'Olda' }], { isSilent: true });
    while (world.tick < DAYS * 24) step(world, [], { isSilent: true });
    return world;
  },
  purses: [SMALL_VALIDATOR, OLD_PLAYER],
};

/** Links the old player's actor to this wallet. */
export const ownOldPlayer = ({ pool }: TestDatabase, walletAddress: string, createdAt: Date) =>
  pool.query(
    `INSERT INTO agents (id, wallet_address, name, control, created_at) VALUES ($1, $2, 'Olda', 'REMOTE', $3)`,
    [OLD_PLAYER, walletAddress, createdAt],
  );
