/** Wires the validators: admission, pay and penalties, and tests. */
import type { AuditPool } from '@assay/audit/node';
import type { DeriveKey } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { AgentStore } from '../accounts/index.ts';
import type { MarkBooks, Purse } from '../purse/index.ts';
import { createSeatEvents } from '../seats/index.ts';
import { type BundleStore, submissionStores } from '../submissions/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { type Activation, createActivation } from './activation.service.ts';
import { seatBuiltIns } from './built-ins.service.ts';
import type { ReaderName } from './built-ins.ts';
import { createCalibration, type PacksOf } from './calibration.service.ts';
import { createCanaryDraw } from './canary-draw.service.ts';
import { importCanaries } from './canary-import.service.ts';
import { createCanaryRounds } from './canary-rounds.service.ts';
import { createCanarySeeds } from './canary-seeds.ts';
import { CANARY_QUEUE } from './canary-task.ts';
import { createCaseEngine, type ReadCase } from './case-engine.ts';
import { createCaseExamination } from './case-examination.ts';
import { toCaseFee } from './case-fee.ts';
import { createCaseProofs } from './case-proofs.ts';
import { createCaseSeats } from './case-seats.service.ts';
import { createDueWork } from './due-work.ts';
import { createEscrow } from './escrow.service.ts';
import { createGeneratedCases } from './generated-cases.service.ts';
import { createGrants } from './grants.service.ts';
import { validatorStores } from './index.ts';
import { createProfiles } from './profiles.service.ts';
import { profileStore } from './profiles.store.ts';
import { createRemoteCalibration } from './remote-calibration.service.ts';
import { createPayroll } from './seat-pay.ts';
import { createSettlements } from './settlement.service.ts';
import { createSlashing } from './slashing.service.ts';
import { createStanding } from './standing.service.ts';
import { createOwnValidators } from './validator.answer.ts';
import { createValidatorPool } from './validator-pool.service.ts';
import { createValidatorEvents } from './validators.events.ts';
import { bindGrantRoutes, bindValidatorRoutes } from './validators.routes.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';
import { createVesting } from './vesting.service.ts';
import { introduceValidators } from './world-entry.ts';
import { createWorldStandings, type WorldStandings } from './world-standings.ts';

type Tx = ValidatorTransaction & {
  readonly agents: Pick<AgentStore, 'find' | 'findByWallet'>;
  readonly operatorQueue: Pick<OperatorQueue, 'log'>;
  readonly bundles: Pick<BundleStore, 'load' | 'save'>;
};
type Basics = Pick<PlatformServices<unknown>, 'random' | 'clock'>;

/** Equals the council's poll interval, so that timing does not reveal a canary. */
const LOOK_EVERY_MS = 1_000;
/** Interval at which waiting calibrations continue. */
const CALIBRATE_EVERY_MS = 5_000;
/** Concurrent canaries per process, so that one that waits for the engine does not block the steps of others. */
const CANARY_CONCURRENCY = 4;

/** The rules for stake, pay and penalties, on the stores of the caller. */
type RuleNeeds = Basics & { readonly deriveKey: DeriveKey; readonly books: MarkBooks; readonly looks: WorldStandings };
export function composeValidatorRules({ random, clock, deriveKey, books, looks }: RuleNeeds) {
  const canarySeedOf = createCanarySeeds(deriveKey('canary seeds'));
  const events = createValidatorEvents({ random, clock });
  const standing = createStanding({ events, clock });
  const slashing = createSlashing({ books, standing, events, clock });
  const payroll = createPayroll({ events, clock });
  const settlements = createSettlements({ books, standing, slashing, payroll, canarySeedOf, clock });
  const pool = createValidatorPool({ standing, slashing, settlements, books, looks, clock });
  const escrow = createEscrow({ books });
  return { pool, books, events, settlements, standing, slashing, escrow, canarySeedOf };
}

type Needs = {
  readonly audit: AuditPool['audit'];
  /** Lets the configured models read each bundle once. Without models the report is unchanged. */
  readonly read: ReadCase;
  readonly readers: readonly ReaderName[];
  readonly books: MarkBooks;
  readonly purse: Purse;
  readonly world: AgentWorld;
  readonly packsOf: PacksOf;
};

export function composeValidators(platform: PlatformServices<Tx>, needs: Needs) {
  const { audit, read, readers, books, purse, world, packsOf } = needs;
  const { db, stores, inTransaction, jobs, random, clock, log } = platform;
  const looks = createWorldStandings(world);
  const { pool, events, settlements, standing, slashing, escrow } = composeValidatorRules({
    ...platform,
    books,
    looks,
  });
  const { validators, records, bundles, agents } = stores;
  const loadBundle = bundles.load;
  const engine = createCaseEngine({ audit, read });
  const examine = createCaseExamination({ loadBundle, examine: engine.examine });
  const proofs = createCaseProofs({ audit, loadBundle });
  const seatEvents = createSeatEvents({ random, clock });
  const vesting = createVesting({ inTransaction, books, standing, clock });
  const own = createOwnValidators({ stores, standing });
  const activation = createActivation({
    inTransaction,
    stores,
    books,
    purse,
    standing,
    events,
    vesting,
    looks,
    own,
    agents,
    clock,
  });
  const grant = createGrants({ inTransaction, agents, books, random, clock });
  /** Dependencies of the votes of hosted seats in calibrations and canaries. */
  const voting = { stores, loadBundle, vote: engine.vote, packsOf, random, clock };
  const calibration = createCalibration({ ...voting, inTransaction, proofs, standing, vesting, log });
  const remote = createRemoteCalibration({ inTransaction, stores, calibration, examine, random, clock });
  const bank = createGeneratedCases({ stores, inTransaction, proofs, random, clock, log });
  const { draw } = createCanaryDraw({ ...voting, examine, bank, pool, seatFeeOf: toCaseFee, log });
  const canaries = createCanaryRounds({
    inTransaction,
    stores,
    draw,
    settlements,
    slashing,
    events: seatEvents,
    clock,
    log,
  });
  const caseSeats = createCaseSeats({ calibration: remote });
  const { sweep, calibrate } = createDueWork({ vesting, calibration, remote, bank });

  return {
    profiles: createProfiles({ validators, records, store: profileStore(db), standing, looks }),
    pool,
    activation,
    validatorOf: async (actorId: string) => (await validators.findByActor(actorId))?.id,
    routes: [...bindValidatorRoutes(activation, own), ...bindGrantRoutes(grant)],
    handles: {
      'world.created': introduceValidators,
      'intent.consumed': escrow.hold,
      'refund.due': escrow.retire,
      'seat.acting': caseSeats.prepare,
      'seat.acted': caseSeats.follow,
    },
    sweep,
    runCanary: canaries.run,
    repeating: [{ name: 'validators.sweep', everyMinutes: 1, run: sweep }],
    loops: [
      createWorkLoop({ name: 'due canaries', work: canaries.queueDue, everyMs: LOOK_EVERY_MS, log }),
      createWorkLoop({ name: 'calibrations', work: calibrate, everyMs: CALIBRATE_EVERY_MS, log }),
    ],
    async start(): Promise<void> {
      await seatBuiltIns({ store: validators, inTransaction, books, clock, readers });
      jobs.work({ queue: CANARY_QUEUE, concurrency: CANARY_CONCURRENCY, run: canaries.run });
    },
    stop: calibration.stop,
  };
}

/** Imports a folder of canaries into the database while the service may run. */
export async function importCanaryFolder(db: Database, folder: string, basics: Basics) {
  const { bundles } = submissionStores(db);
  const { calibrations, canaryRounds } = validatorStores(db);
  const report = await importCanaries(folder, { bundles, calibrations, canaryRounds, ...basics });
  return { ...report, isIntact: report.refused.length === 0 };
}
export type { Activation };
