import type { Calibration } from './calibration.service.ts';
import type { CaseBank } from './case-bank.service.ts';
import type { RemoteCalibration } from './remote-calibration.service.ts';
import type { Vesting } from './vesting.service.ts';

type Deps = {
  readonly vesting: Pick<Vesting, 'vestDue' | 'finishUnbonding'>;
  readonly calibration: Pick<Calibration, 'calibrateNext'>;
  readonly remote: Pick<RemoteCalibration, 'closeOverdue' | 'seatNext'>;
  readonly bank: CaseBank;
};

/** What is due by the clock, one after the other, and each until nothing is left. */
export function createSweep({ vesting, calibration, remote, bank }: Deps) {
  /** Newcomers wait for this, so it is looked at more often; says whether anything was done. */
  async function calibrate(): Promise<number> {
    await bank.restock();
    return (await calibration.calibrateNext()) + (await remote.seatNext());
  }

  async function sweep(): Promise<void> {
    for (const work of [vesting.vestDue, vesting.finishUnbonding, calibrate, remote.closeOverdue]) {
      while ((await work()) > 0);
    }
  }
  return { sweep, calibrate };
}
