/** Wires the marketplace of certified skills. */
import { routes as declared } from '@assay/protocol';
import type { PlatformServices } from '../../platform/services.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { WorldSkills } from '../certificates/index.ts';
import type { Purse } from '../purse/index.ts';
import type { BundleStore } from '../submissions/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { createBarring } from './barring.service.ts';
import { createCertifiedBytes } from './certified-bytes.service.ts';
import { createEarnings } from './earnings.service.ts';
import { createListings } from './listings.service.ts';
import { bindMarketplaceRoutes } from './marketplace.routes.ts';
import type { MarketTransaction } from './marketplace.transaction.ts';
import { createProceeds } from './proceeds.service.ts';
import { createPurchases } from './purchases.service.ts';
import { createWithdrawals } from './withdrawals.service.ts';
import { createWorldLicences } from './world-licences.service.ts';

type Tx = MarketTransaction & { readonly bundles: Pick<BundleStore, 'load'> };
type Needs = {
  readonly purse: Purse;
  readonly ownersOf: OwnersOf;
  readonly world: AgentWorld;
  readonly skills: WorldSkills;
};

export function composeMarketplace(platform: PlatformServices<Tx>, { purse, ownersOf, world, skills }: Needs) {
  const { stores, inTransaction, urlOf, random, clock } = platform;
  const readCertified = createCertifiedBytes({ loadBundle: stores.bundles.load });
  const bundleUrlOf = (id: string) => urlOf(declared.readPurchasedBundle, id);
  const licences = createWorldLicences({ world, clock });
  const market = { inTransaction, stores, ownersOf, readCertified, licences, random, clock };
  const listings = createListings({ ...market, skills });
  const purchases = createPurchases({ ...market, purse, bundleUrlOf });
  const barring = createBarring({ licences, random, clock });
  const proceeds = createProceeds({ ...market, purse, bundleUrlOf });
  const earnings = createEarnings({ stores });
  return {
    payOutDue: proceeds.payOutDue,
    repeating: [{ name: 'marketplace.pay-out', everyMinutes: 10, run: proceeds.payOutDue }],
    routes: bindMarketplaceRoutes(
      { listings, purchases, proceeds, earnings },
      {
        listing: (id) => urlOf({ path: declared.readListing.path.replace(':listingId', ':id') }, id),
        bundle: bundleUrlOf,
      },
    ),
    handles: {
      'world.created': licences.introduce,
      'abuse.barred': barring.bar,
      'abuse.unbarred': barring.unbar,
      'events.numbered': createWithdrawals({ random, clock }).follow,
    },
  };
}
