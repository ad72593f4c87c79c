import type { Calibration } from './calibration.service.ts';
import type { GeneratedCases } from './generated-cases.service.ts';
import type { RemoteCalibration } from './remote-calibration.service.ts';
import type { Vesting } from './vesting.service.ts';

type Deps = {
  readonly vesting: Pick<Vesting, 'vestDue' | 'finishUnbonding'>;
  readonly calibration: Pick<Calibration, 'calibrateNext'>;
  readonly remote: Pick<RemoteCalibration, 'closeOverdue' | 'seatNext'>;
  readonly bank: GeneratedCases;
};

/** Runs all time-based work of validators. */
export function createDueWork({ vesting, calibration, remote, bank }: Deps) {
  /** Runs more often than the rest, because new validators wait for it. Returns the number of attempts that moved. */
  async function calibrate(): Promise<number> {
    await bank.restock();
    return (await calibration.calibrateNext()) + (await remote.seatNext());
  }

  /** Repeats each kind of work until none is left. One that fails does not delay the others; its error is thrown at the end. */
  async function sweep(): Promise<void> {
    const errors: unknown[] = [];
    for (const work of [vesting.vestDue, vesting.finishUnbonding, remote.closeOverdue, calibrate]) {
      try {
        while ((await work()) > 0);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
  }
  return { sweep, calibrate };
}
