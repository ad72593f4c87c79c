import { COUNCIL } from '@assay/economy/council';
import { AssignmentId, newUuidV7, type RandomBytes, RoundId } from '@assay/protocol';
import type { z } from 'zod';
import type { Calibration } from './calibration.service.ts';
import type { Attempt, CaseRow } from './calibrations.store.ts';
import type { ExamineCase } from './case-examination.ts';
import type { CaseSeatRow } from './case-seats.store.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly calibration: Pick<Calibration, 'casesFor' | 'endIn'>;
  readonly examine: ExamineCase;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** All cases of an attempt go out together, so their windows are those of a seat, one after the other. */
const COMMIT_MS = COUNCIL.windows.remote.commitSeconds * COUNCIL.calibration.cases * 1_000;

/** Calibration of validators that review on their own machine: its cases come and go like seats of the council. */
export function createRemoteCalibration(deps: Deps) {
  const { inTransaction, stores, calibration, examine, random, clock } = deps;
  const newId = <Id extends z.ZodType<string>>(brand: Id) => newUuidV7(brand, clock.now().getTime(), random);

  /** Hands out the cases of one waiting attempt; says for how many attempts it did. */
  async function seatNext(): Promise<number> {
    const waiting = await stores.calibrations.findRemote();
    const cases = waiting && (await calibration.casesFor(waiting));
    if (waiting === undefined || cases === undefined) return 0;
    const seats: CaseSeatRow[] = [];
    for (const known of cases) seats.push(await toSeat(waiting, known));
    await inTransaction(async (tx) => {
      await tx.calibrations.run(waiting);
      await tx.caseSeats.insertAll(seats);
    });
    return 1;
  }

  async function toSeat({ validatorId, track, attempt }: Attempt, known: CaseRow): Promise<CaseSeatRow> {
    return {
      id: newId(AssignmentId),
      validatorId,
      track,
      attempt,
      caseId: known.id,
      roundId: newId(RoundId),
      phase: 'PRIMARY',
      fee: 0n,
      examined: await examine(known),
      state: 'ASSIGNED',
      commitment: null,
      verdict: null,
      commitBy: new Date(clock.now().getTime() + COMMIT_MS),
      revealFrom: null,
      revealBy: null,
    };
  }

  /** Ends the seats that stayed silent, and with them their attempts; says how many. */
  async function closeOverdue(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // before any row, as a reveal does
      const missed = await tx.caseSeats.missOverdue(clock.now());
      for (const attempt of missed) await answeredIn(tx, attempt);
      return missed.length;
    });
  }

  /** When the last case is answered or missed, the attempt is over. */
  async function answeredIn(tx: ValidatorTransaction, attempt: Attempt): Promise<void> {
    const places = await tx.caseSeats.listOf(attempt);
    const isOpen = places.some(({ seat }) => seat.state === 'ASSIGNED' || seat.state === 'COMMITTED');
    if (isOpen) return;
    const correct = places.filter(({ seat, known }) => seat.verdict === known.expected).length;
    await calibration.endIn(tx, attempt, correct);
  }

  return { seatNext, closeOverdue, answeredIn };
}
export type RemoteCalibration = ReturnType<typeof createRemoteCalibration>;
