/**
 * Joins the postings of an actor's purse with the service's records: the event that reported the movement and the
 * payment on the chain.
 */
import type { Platform } from './compose-platform.ts';
import type { People } from './modules/world/compose-reads.ts';

/** Events that report money moved by the service. Events of the world are stored with their postings. */
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
