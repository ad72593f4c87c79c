/** Wires the seats of remote validators: reviews, canaries and calibrations behind the same routes. */
import type { PlatformServices } from '../../platform/services.ts';
import type { BundleStore } from '../submissions/index.ts';
import { type Assignments, createAssignments } from './assignments.service.ts';
import { createSeatEvents } from './seat.events.ts';
import { bindSeatRoutes } from './seats.routes.ts';
import type { SeatTransaction } from './seats.transaction.ts';

type Tx = SeatTransaction & { readonly bundles: Pick<BundleStore, 'load'> };
type Readers = Pick<Parameters<typeof createAssignments>[0], 'validatorOf' | 'briefOf' | 'decisionsOf'>;

/** Separate from the rest, because the modules behind these readers depend on seats themselves. */
export function composeSeatRoutes(platform: PlatformServices<Tx>, { validatorOf, briefOf, decisionsOf }: Readers) {
  const { stores, inTransaction, random, clock } = platform;
  const { seats, bundles } = stores;
  const events = createSeatEvents({ random, clock });
  const assignments = createAssignments({
    inTransaction,
    seats,
    bundles,
    validatorOf,
    briefOf,
    decisionsOf,
    events,
    clock,
  });
  return { assignments, routes: bindSeatRoutes(assignments) };
}
export type { Assignments };
