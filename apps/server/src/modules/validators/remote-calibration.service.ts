import { COUNCIL } from '@assay/economy/council';
import { newUuidV7, type RandomBytes, RoundId } from '@assay/protocol';
import { type Attempt, type SeatRow, toAttempt, toSeat } from '../seats/index.ts';
import type { Calibration } from './calibration.service.ts';
import type { CaseRow } from './calibrations.store.ts';
import type { ExamineCase } from './case-examination.ts';
import type { ValidatorRow } from './validators.store.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly calibration: Pick<Calibration, 'casesFor' | 'endIn'>;
  readonly examine: ExamineCase;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** All cases of an attempt are assigned together, so the window is that of one seat times the number of cases. */
const COMMIT_MS = COUNCIL.windows.remote.commitSeconds * COUNCIL.calibration.cases * 1_000;

/** Calibration of remote validators, whose cases are assigned and answered like seats of the council. */
export function createRemoteCalibration(deps: Deps) {
  const { inTransaction, stores, calibration, examine, random, clock } = deps;

  /** Assigns the cases of one attempt. Returns the number of attempts that got cases. */
  async function seatNext(): Promise<number> {
    for (const waiting of await stores.calibrations.listRemote()) {
      const cases = await calibration.casesFor(waiting);
      if (cases !== undefined) return assign(waiting, cases);
    }
    return 0;
  }

  async function assign(waiting: Attempt, cases: readonly CaseRow[]): Promise<number> {
    const validator = await stores.validators.find(waiting.validatorId);
    if (validator === undefined) throw new Error(`Validator ${waiting.validatorId} not found`);
    const seats: SeatRow[] = [];
    for (const known of cases) seats.push(await seatFor(waiting, validator, known));
    await inTransaction(async (tx) => {
      // Several processes poll; the first one assigns the cases.
      if (await tx.calibrations.run(waiting)) await tx.seats.insertAll(seats);
    });
    return 1;
  }

  async function seatFor({ track, attempt }: Attempt, validator: ValidatorRow, known: CaseRow): Promise<SeatRow> {
    const { id: validatorId, name: validatorName, family, mode } = validator;
    const brief = await examine(known);
    const now = clock.now();
    const roundId = newUuidV7(RoundId, now.getTime(), random);
    const commitBy = new Date(now.getTime() + COMMIT_MS);
    const of = {
      origin: 'CALIBRATION',
      track,
      attempt,
      caseId: known.id,
      roundId,
      phase: 'PRIMARY',
      commitBy,
    } as const;
    return toSeat({ ...of, validatorId, validatorName, family, mode, fee: 0n, brief }, now, random);
  }

  /** Ends overdue seats and their attempts. Returns the number of seats. */
  async function closeOverdue(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // locked before any row, as in a reveal
      const missed = await tx.seats.missOverdue(clock.now());
      for (const attempt of missed) await answeredIn(tx, attempt);
      return missed.length;
    });
  }

  /** Ends the attempt when its last case is answered or missed. */
  async function answeredIn(tx: ValidatorTransaction, attempt: Attempt): Promise<void> {
    const seats = await tx.seats.listOfAttempt(attempt);
    const isOpen = seats.some(({ state }) => state === 'ASSIGNED' || state === 'COMMITTED');
    if (isOpen) return;
    const expected = await tx.calibrations.expectedOf(seats.flatMap(({ caseId }) => caseId ?? []));
    const correct = seats.filter(({ caseId, verdict }) => caseId !== null && verdict === expected.get(caseId)).length;
    await calibration.endIn(tx, attempt, correct);
  }

  /** Handles the reveal of a calibration seat, which may be the last one. */
  async function hear(tx: ValidatorTransaction, seat: SeatRow): Promise<void> {
    const attempt = toAttempt(seat);
    if (attempt !== undefined && seat.state === 'REVEALED') await answeredIn(tx, attempt);
  }

  return { seatNext, closeOverdue, hear };
}
export type RemoteCalibration = ReturnType<typeof createRemoteCalibration>;
