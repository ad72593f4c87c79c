import { type EventKind, type RandomBytes, uuidV7Time } from '@assay/protocol';
import { type EventRow, type EventStore, ownedEvent } from '../../platform/events/index.ts';
import type { SeatRow } from './seats.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = { readonly events: EventStore };
type EventSubject = Pick<SeatRow, 'id' | 'validatorId'>;

/** Events about a seat while its round runs, for its own validator only. They do not reveal the other seats. */
export function createSeatEvents({ random, clock }: Deps) {
  /** The id of a remote validator is the id of its actor. */
  function ofSeat(
    kind: EventKind,
    { id, validatorId }: EventSubject,
    data: Record<string, unknown>,
    at = clock.now(),
  ): EventRow {
    const subject = { type: 'assignment', id };
    return ownedEvent({ kind, at, subject, owner: `actor:${validatorId}`, data }, random);
  }

  return {
    /**
     * For remote seats only; hosted seats receive jobs from the queue. The time is that of the draw, because the delay until
     * a seat is stored would tell a canary from a review.
     */
    assignedIn: (
      tx: Writer,
      seats: readonly (EventSubject & Pick<SeatRow, 'mode' | 'roundId' | 'phase'>)[],
    ): Promise<void> =>
      tx.events.addAll(
        seats
          .filter(({ mode }) => mode === 'REMOTE')
          .map((seat) => {
            const { id: assignmentId, roundId, phase } = seat;
            const drawnAt = new Date(uuidV7Time(assignmentId));
            return ofSeat('council.assigned', seat, { assignmentId, roundId, phase }, drawnAt);
          }),
      ),
    committedIn: (tx: Writer, seat: EventSubject, commitment: string): Promise<void> =>
      tx.events.add(ofSeat('council.committed', seat, { commitment })),
  };
}
export type SeatEvents = ReturnType<typeof createSeatEvents>;
