import type { Database } from '../../platform/db/index.ts';
import { calibrationStore } from './calibrations.store.ts';
import { canaryRoundStore } from './canary-rounds.store.ts';
import { canaryTaskStore } from './canary-tasks.store.ts';
import { knownAnswerStore } from './known-answers.store.ts';
import { recordStore } from './records.store.ts';
import { validatorStore } from './validators.store.ts';

export type { Profiles, ValidatorScore } from './profiles.service.ts';
export type { SettledSeat } from './settlement.service.ts';
export type { Candidate, ValidatorPool } from './validator-pool.service.ts';
export type { ValidatorTransaction } from './validators.transaction.ts';

/** The stores of this module on a pool or a transaction. */
export const validatorStores = (handle: Database) => ({
  validators: validatorStore(handle),
  records: recordStore(handle),
  knownAnswers: knownAnswerStore(handle),
  calibrations: calibrationStore(handle),
  canaryTasks: canaryTaskStore(handle),
  canaryRounds: canaryRoundStore(handle),
});
