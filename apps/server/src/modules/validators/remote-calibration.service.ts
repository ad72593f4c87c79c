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

/** All cases of an attempt go out together, so their windows are those of a seat, one after the other. */
const COMMIT_MS = COUNCIL.windows.remote.commitSeconds * COUNCIL.calibration.cases * 1_000;

/** Calibration of validators that review on their own machine: its cases come and go like seats of the council. */
export function createRemoteCalibration(deps: Deps) {
  const { inTransaction, stores, calibration, examine, random, clock } = deps;

  /** Assigns the cases of one attempt and returns the number of attempts that got theirs. */
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
      // Several processes poll; the first one assigns them.
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

  /** Ends the seats that stayed silent, and with them their attempts; says how many. */
  async function closeOverdue(): Promise<number> {
    return inTransaction(async (tx) => {
      await tx.validators.lockBooks(); // before any row, as a reveal does
      const missed = await tx.seats.missOverdue(clock.now());
      for (const attempt of missed) await answeredIn(tx, attempt);
      return missed.length;
    });
  }

  /** When the last case is answered or missed, the attempt is over. */
  async function answeredIn(tx: ValidatorTransaction, attempt: Attempt): Promise<void> {
    const seats = await tx.seats.listOfAttempt(attempt);
    const isOpen = seats.some(({ state }) => state === 'ASSIGNED' || state === 'COMMITTED');
    if (isOpen) return;
    const expected = await tx.calibrations.expectedOf(seats.flatMap(({ caseId }) => caseId ?? []));
    const correct = seats.filter(({ caseId, verdict }) => caseId !== null && verdict === expected.get(caseId)).length;
    await calibration.endIn(tx, attempt, correct);
  }

  /** A seat of a calibration that has revealed may have been the last. */
  async function hear(tx: ValidatorTransaction, seat: SeatRow): Promise<void> {
    const attempt = toAttempt(seat);
    if (attempt !== undefined && seat.state === 'REVEALED') await answeredIn(tx, attempt);
  }

  return { seatNext, closeOverdue, hear };
}
export type RemoteCalibration = ReturnType<typeof createRemoteCalibration>;
