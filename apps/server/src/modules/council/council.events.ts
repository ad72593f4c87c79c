import { EventId, type EventKind, newUuidV7, type RandomBytes, type VerdictValue } from '@assay/protocol';
import type { EventRow } from '../../platform/events/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { PanelRow, SeatedPanel, SeatRow } from './panels.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = Pick<CouncilTransaction, 'events'>;

/**
 * What the council tells. While a round runs nobody learns who sits or how a panel voted, so a seat's own events are about
 * the assignment; once it is over, events are about the round, which everybody may follow.
 */
export function createCouncilEvents({ random, clock }: Deps) {
  const happening = (
    kind: EventKind,
    subject: { type: string; id: string },
    data: Record<string, unknown>,
  ): EventRow => {
    const occurredAt = clock.now();
    const id = newUuidV7(EventId, occurredAt.getTime(), random);
    const { type: subjectType, id: subjectId } = subject;
    return { id, kind, occurredAt, subjectType, subjectId, outcome: 'success', data, causedBy: null };
  };
  const ofSeat = (kind: EventKind, seat: Pick<SeatRow, 'id'>, data: Record<string, unknown>) =>
    happening(kind, { type: 'assignment', id: seat.id }, data);
  const isRemote = ({ mode }: Pick<SeatRow, 'mode'>): boolean => mode === 'REMOTE';

  return {
    /** Hosted seats are told by the queue; these are for those who wait outside. */
    assignedIn: (
      tx: Writer,
      { roundId, phase }: Pick<PanelRow, 'roundId' | 'phase'>,
      seats: readonly Pick<SeatRow, 'id' | 'mode'>[],
    ): Promise<void> =>
      tx.events.addAll(
        seats
          .filter(isRemote)
          .map((seat) => ofSeat('council.assigned', seat, { assignmentId: seat.id, roundId, phase })),
      ),
    committedIn: (tx: Writer, seat: Pick<SeatRow, 'id'>, commitment: string): Promise<void> =>
      tx.events.add(ofSeat('council.committed', seat, { commitment })),
    /** The votes of these seats, when no further panel can be swayed by them. */
    revealedIn: (tx: Writer, { roundId, phase, seats }: SeatedPanel, seatIds: ReadonlySet<string>): Promise<void> =>
      tx.events.addAll(
        seats.flatMap(({ id, validatorId, verdict, severity, commitment }) =>
          verdict === null || !seatIds.has(id)
            ? []
            : happening(
                'council.revealed',
                { type: 'round', id: roundId },
                { assignmentId: id, validatorId, phase, verdict, severity, commitment },
              ),
        ),
      ),
    settledIn: (tx: Writer, roundId: string, decision: VerdictValue): Promise<void> =>
      tx.events.add(happening('council.settled', { type: 'round', id: roundId }, { roundId, decision })),
  };
}
export type CouncilEvents = ReturnType<typeof createCouncilEvents>;
