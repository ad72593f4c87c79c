import type { SeatEvent } from '../seats/index.ts';
import { queueCanaries } from './canary-task.ts';
import type { RemoteCalibration } from './remote-calibration.service.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Acting = Extract<SeatEvent, { readonly type: 'seat.acting' }>;
type Acted = Extract<SeatEvent, { readonly type: 'seat.acted' }>;

/** Handles actions of seats on known cases: a canary advances, a calibration may end. */
export function createCaseSeats({ calibration }: { readonly calibration: Pick<RemoteCalibration, 'hear'> }) {
  return {
    /** Locks before any row, like in every transaction that may slash or pay: the last answer may return a stake. */
    async prepare(tx: ValidatorTransaction, { seat }: Acting): Promise<void> {
      if (seat.origin !== 'REVIEW') await tx.validators.lockBooks();
    },
    async follow(tx: ValidatorTransaction, { seat }: Acted): Promise<void> {
      if (seat.origin === 'CALIBRATION') return calibration.hear(tx, seat);
      const key = seat.origin === 'CANARY' ? await tx.canaryRounds.findKey(seat.roundId) : undefined;
      if (key !== undefined) await queueCanaries(tx, [key]);
    },
  };
}
