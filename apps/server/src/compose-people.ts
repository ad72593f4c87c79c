/** What the service knows about the world's actors: wallets, council roles and locked marks. */

import { createHoldings } from './chain-wallets.ts';
import type { Platform } from './compose-platform.ts';
import { bondOf, type MarkBooks, proceedsOf, stakeOf, vestingOf } from './modules/purse/index.ts';
import type { Profiles } from './modules/validators/index.ts';
import type { People } from './modules/world/compose-reads.ts';
import { createTrails } from './money-trails.ts';

type Needs = {
  readonly books: MarkBooks;
  readonly profiles: Profiles;
  readonly findChain: Parameters<typeof createHoldings>[0];
};

export function composePeople({ stores }: Platform['platform'], { books, profiles, findChain }: Needs): People {
  return {
    walletOf: async (actorId) => (await stores.agents.find(actorId))?.walletAddress ?? null,
    profileOf: profiles.findByActor,
    statesOf: profiles.states,
    async lockedOf(actorId) {
      const [stake, vesting, bonds, escrow] = await Promise.all([
        books.balanceOf(stores, stakeOf(actorId)),
        books.balanceOf(stores, vestingOf(actorId)),
        books.balanceOf(stores, bondOf(actorId)),
        books.balanceOf(stores, proceedsOf(actorId)),
      ]);
      return { stake, vesting, bonds, escrow };
    },
    lockedAt: (actorId, times) => stores.border.lockedAt(actorId, times),
    trailsOf: createTrails(stores),
    onChainOf: createHoldings(findChain),
  };
}
