import type { Database } from '../../platform/db/index.ts';
import { calibrationStore } from './calibrations.store.ts';
import { canaryRoundStore } from './canary-rounds.store.ts';
import { canaryTaskStore } from './canary-tasks.store.ts';
import { caseSeatStore } from './case-seats.store.ts';
import { profileStore } from './profiles.store.ts';
import { recordStore } from './records.store.ts';
import { validatorStore } from './validators.store.ts';

export { createActivation } from './activation.service.ts';
export { createBench } from './bench.service.ts';
export { seatBuiltIns } from './built-ins.service.ts';
export { createCalibration, type HostedVote } from './calibration.service.ts';
export { createCanaries } from './canaries.service.ts';
export { createCanaryDraw } from './canary-draw.service.ts';
export { importCanaries } from './canary-import.service.ts';
export { createCanaryJudgement } from './canary-judgement.service.ts';
export { CANARY_QUEUE } from './canary-task.ts';
export { createCaseExamination } from './case-examination.ts';
export { createCaseSeats } from './case-seats.service.ts';
export { createEscrow, type Escrow } from './escrow.service.ts';
export { createMarkBooks, escrowOf, type MarkBooks } from './mark-books.ts';
export { createPayroll } from './payroll.ts';
export { createProfiles, type Profiles, type ValidatorScore } from './profiles.service.ts';
export { createRemoteCalibration } from './remote-calibration.service.ts';
export { createSettlements } from './settlement.service.ts';
export { createSlashing, type Slashing } from './slashing.service.ts';
export { createStanding } from './standing.service.ts';
export { createOwnValidators } from './validator.answer.ts';
export { createValidatorEvents } from './validators.events.ts';
export { bindValidatorRoutes } from './validators.routes.ts';
export type { ValidatorTransaction } from './validators.transaction.ts';
export { createVesting } from './vesting.service.ts';
export { profileStore };

/** The stores of this module over a pool or a transaction. */
export const validatorStores = (handle: Database) => ({
  validators: validatorStore(handle),
  records: recordStore(handle),
  calibrations: calibrationStore(handle),
  caseSeats: caseSeatStore(handle),
  canaryTasks: canaryTaskStore(handle),
  canaryRounds: canaryRoundStore(handle),
});
