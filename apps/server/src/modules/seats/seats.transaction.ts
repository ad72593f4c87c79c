import type { EventStore } from '../../platform/events/index.ts';
import type { SeatEvent } from './seats.published.ts';
import type { SeatStore } from './seats.store.ts';

/** The stores of one transaction. */
export type SeatTransaction = {
  readonly seats: SeatStore;
  readonly events: EventStore;
  readonly publish: (event: SeatEvent) => Promise<void>;
};
export type InTransaction = <T>(work: (tx: SeatTransaction) => Promise<T>) => Promise<T>;
