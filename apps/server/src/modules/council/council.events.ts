import { EventId, type EventKind, newUuidV7, type RandomBytes, type VerdictValue } from '@assay/protocol';
import type { EventRow } from '../../platform/events/index.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import type { SeatedPanel } from './panels.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = Pick<CouncilTransaction, 'events'>;

/**
 * Public events about a finished round. While a round runs, its validators and their votes are not public.
 * The seats module publishes the events about a seat's assignment.
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
    /** Publishes the votes of these seats, once they can no longer influence another panel. */
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
