import type { EventStore } from '../../platform/events/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { CalibrationSeatStore } from './calibration-seats.store.ts';
import type { CalibrationStore } from './calibrations.store.ts';
import type { RecordStore } from './records.store.ts';
import type { ValidatorStore } from './validators.store.ts';

/** Has a worker send test cases once the transaction is committed. */
export type CanaryQueue = { queue(keys: readonly string[]): Promise<void> };

/** What changes together: the stores of one transaction. */
export type ValidatorTransaction = {
  readonly validators: ValidatorStore;
  readonly records: RecordStore;
  readonly calibrations: CalibrationStore;
  readonly calibrationSeats: CalibrationSeatStore;
  readonly canaries: CanaryQueue;
  readonly ledger: Ledger;
  readonly events: EventStore;
};
export type InTransaction = <T>(work: (tx: ValidatorTransaction) => Promise<T>) => Promise<T>;
