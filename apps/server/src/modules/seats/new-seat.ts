import { AssignmentId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { SeatRow } from './seats.store.ts';

/** What is known of a seat when it is drawn. */
export type DrawnSeat = Pick<
  SeatRow,
  'origin' | 'roundId' | 'phase' | 'validatorId' | 'validatorName' | 'family' | 'mode' | 'fee' | 'brief' | 'commitBy'
> &
  Partial<Pick<SeatRow, 'panelId' | 'position' | 'isSubstitute' | 'caseId' | 'track' | 'attempt'>>;

/** A seat that waits for its validator. */
export function toSeat(drawn: DrawnSeat, at: Date, random: RandomBytes): SeatRow {
  return {
    panelId: null,
    position: null,
    isSubstitute: false,
    caseId: null,
    track: null,
    attempt: null,
    ...drawn,
    id: newUuidV7(AssignmentId, at.getTime(), random),
    state: 'ASSIGNED',
    revealFrom: null,
    revealBy: null,
    commitment: null,
    committedAt: null,
    verdict: null,
    severity: null,
    findings: null,
    salt: null,
    revealedAt: null,
  };
}
