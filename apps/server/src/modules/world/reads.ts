/** The reads of the world, over HTTP and for other modules. */
import type { EventStore } from '../../platform/events/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { createActors } from './actors.service.ts';
import { createBusinesses } from './businesses.service.ts';
import { createCities } from './cities.service.ts';
import type { WorldModule } from './compose.ts';
import { createIntents } from './intents.service.ts';
import { createOverview } from './overview.service.ts';
import type { People } from './people.ts';
import { createReading } from './reading.ts';
import { createWallets } from './wallets.service.ts';
import type { worldStores } from './world-stores.ts';

export type ReadStores = ReturnType<typeof worldStores> & { readonly events: EventStore };

export function openReads(
  { stores, clock }: PlatformServices<ReadStores>,
  { follower, world }: WorldModule,
  people: People,
) {
  const reading = createReading({ follower, clock });
  const { events } = stores;
  return {
    reading,
    overview: createOverview({ follower, events, ticks: stores.world, snapshots: stores.worldSnapshots }),
    actors: createActors({ reading, people, submit: world.submit }),
    intents: createIntents({ store: stores.worldIntents, submit: world.submit }),
    wallets: createWallets({ reading, people, purses: stores.worldPurses, events, clock }),
    cities: createCities({ reading, months: stores.worldMonths, clock }),
    businesses: createBusinesses({ reading, months: stores.worldMonths }),
  };
}

export type WorldReads = ReturnType<typeof openReads>;
