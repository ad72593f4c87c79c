import { EventId, type EventKind, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { EventRow, EventStore } from '../../platform/events/index.ts';
import type { SeatRow } from './seats.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = { readonly events: EventStore };

/** What is told of a seat while its round runs: to its own validator, and without saying who sits. */
export function createSeatEvents({ random, clock }: Deps) {
  function ofSeat(kind: EventKind, { id }: Pick<SeatRow, 'id'>, data: Record<string, unknown>): EventRow {
    const occurredAt = clock.now();
    return {
      id: newUuidV7(EventId, occurredAt.getTime(), random),
      kind,
      occurredAt,
      subjectType: 'assignment',
      subjectId: id,
      outcome: 'success',
      data,
      causedBy: null,
    };
  }

  return {
    /** Hosted seats are told by the queue; these are for those who wait outside. */
    assignedIn: (tx: Writer, seats: readonly Pick<SeatRow, 'id' | 'mode' | 'roundId' | 'phase'>[]): Promise<void> =>
      tx.events.addAll(
        seats
          .filter(({ mode }) => mode === 'REMOTE')
          .map((seat) => {
            const { id: assignmentId, roundId, phase } = seat;
            return ofSeat('council.assigned', seat, { assignmentId, roundId, phase });
          }),
      ),
    committedIn: (tx: Writer, seat: Pick<SeatRow, 'id'>, commitment: string): Promise<void> =>
      tx.events.add(ofSeat('council.committed', seat, { commitment })),
  };
}
export type SeatEvents = ReturnType<typeof createSeatEvents>;
