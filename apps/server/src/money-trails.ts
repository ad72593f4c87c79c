/** Joins what an actor's purse shows with what the service booked: the event that told of it, the payment on the chain. */
import type { Platform } from './compose-platform.ts';
import type { People } from './modules/world/compose-reads.ts';

/** What tells an actor of money that the service moved. Events of the world are kept with their postings. */
const TELLING = ['trade.settled', 'listing.sold', 'listing.paid_out', 'listing.refunded', 'plugin.purchased'] as const;

type Stores = Pick<Platform['platform']['stores'], 'events' | 'intents'>;

export function createTrails({ events, intents }: Stores): People['trailsOf'] {
  return async (actorId, booked) => {
    const told = await events.listOfJournals(
      `actor:${actorId}`,
      TELLING,
      booked.map(({ journalId }) => journalId),
    );
    const hashes = await intents.txHashesOf(booked.flatMap(({ reference }) => reference ?? []));
    return booked.map(({ journalId, reference }) => ({
      eventId: told.find(({ journalIds }) => journalIds?.includes(journalId))?.id ?? null,
      txHash: hashes.get(reference ?? '') ?? null,
    }));
  };
}
