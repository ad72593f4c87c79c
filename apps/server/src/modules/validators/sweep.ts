import type { Calibration } from './calibration.service.ts';
import type { RemoteCalibration } from './remote-calibration.service.ts';
import type { Vesting } from './vesting.service.ts';

type Deps = {
  readonly vesting: Pick<Vesting, 'vestDue' | 'finishUnbonding'>;
  readonly calibration: Pick<Calibration, 'calibrateNext'>;
  readonly remote: Pick<RemoteCalibration, 'closeOverdue' | 'seatNext'>;
};

/** What is due by the clock, one after the other, and each until nothing is left. */
export function createSweep({ vesting, calibration, remote }: Deps) {
  return async (): Promise<void> => {
    for (const work of [
      vesting.vestDue,
      vesting.finishUnbonding,
      calibration.calibrateNext,
      remote.closeOverdue,
      remote.seatNext,
    ]) {
      while ((await work()) > 0);
    }
  };
}
