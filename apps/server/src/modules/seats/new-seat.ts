import { COUNCIL } from '@assay/economy/council';
import { AssignmentId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { SeatRow } from './seats.store.ts';

/** The fields of a seat when it is drawn. */
type DrawnSeat = Pick<
  SeatRow,
  'origin' | 'roundId' | 'phase' | 'validatorId' | 'validatorName' | 'family' | 'mode' | 'fee' | 'brief' | 'commitBy'
> &
  Partial<Pick<SeatRow, 'panelId' | 'position' | 'isSubstitute' | 'caseId' | 'track' | 'attempt'>>;

const DOWNLOAD_MS = COUNCIL.windows.remote.downloadSeconds * 1_000;

/** A seat that waits for its validator. A remote validator must soon fetch the bundle; a calibration has no such limit. */
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
    downloadBy: drawn.mode === 'REMOTE' && drawn.origin !== 'CALIBRATION' ? new Date(at.getTime() + DOWNLOAD_MS) : null,
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
