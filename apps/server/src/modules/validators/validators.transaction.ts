import type { EventStore } from '../../platform/events/index.ts';
import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { PurseTransaction } from '../purse/index.ts';
import type { SeatStore } from '../seats/index.ts';
import type { CalibrationStore } from './calibrations.store.ts';
import type { CanaryRoundStore } from './canary-rounds.store.ts';
import type { CanaryTaskStore } from './canary-tasks.store.ts';
import type { KnownAnswerStore } from './known-answers.store.ts';
import type { RecordStore } from './records.store.ts';
import type { ValidatorStore } from './validators.store.ts';

/** The stores of one transaction. */
export type ValidatorTransaction = PurseTransaction & {
  readonly validators: ValidatorStore;
  readonly records: RecordStore;
  readonly knownAnswers: KnownAnswerStore;
  readonly calibrations: CalibrationStore;
  readonly seats: SeatStore;
  readonly canaryTasks: CanaryTaskStore;
  readonly canaryRounds: CanaryRoundStore;
  readonly jobs: TransactionJobs;
  readonly events: EventStore;
};
export type InTransaction = <T>(work: (tx: ValidatorTransaction) => Promise<T>) => Promise<T>;
