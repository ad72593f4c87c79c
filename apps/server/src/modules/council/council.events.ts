import { EventId, type EventKind, newUuidV7, type RandomBytes, type VerdictValue } from '@assay/protocol';
import type { EventRow } from '../../platform/events/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { SeatedPanel } from './panels.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = Pick<CouncilTransaction, 'events'>;

/**
 * What the council tells of a round that is over, which everybody may follow. While it runs, it is not public who sits or how a
 * panel voted: a seat's own events are about the assignment, and come from the seats module.
 */
export function createCouncilEvents({ random, clock }: Deps) {
  function ofRound(kind: EventKind, roundId: string, data: Record<string, unknown>): EventRow {
    const occurredAt = clock.now();
    return {
      id: newUuidV7(EventId, occurredAt.getTime(), random),
      kind,
      occurredAt,
      subjectType: 'round',
      subjectId: roundId,
      outcome: 'success',
      data,
      causedBy: null,
    };
  }

  return {
    /** The votes of these seats, when no further panel can be swayed by them. */
    revealedIn: (tx: Writer, { roundId, phase, seats }: SeatedPanel, seatIds: ReadonlySet<string>): Promise<void> =>
      tx.events.addAll(
        seats.flatMap(({ id, validatorId, verdict, severity, commitment }) => {
          if (verdict === null || !seatIds.has(id)) return [];
          const vote = { assignmentId: id, validatorId, phase, verdict, severity, commitment };
          return [ofRound('council.revealed', roundId, vote)];
        }),
      ),
    settledIn: (tx: Writer, roundId: string, decision: VerdictValue): Promise<void> =>
      tx.events.add(ofRound('council.settled', roundId, { roundId, decision })),
  };
}
export type CouncilEvents = ReturnType<typeof createCouncilEvents>;
