/** Wires the validators: first what the council needs of them inside its transactions, then the rest. */
import { createHmac } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import { toMarks, toSeatFee } from '@assay/economy/council';
import { Hash32, type RandomBytes, toRunIdentity, toSandbox } from '@assay/protocol';
import type { AgentStore } from './modules/accounts/index.ts';
import { createCouncilEvents, type PanelStore, review } from './modules/council/index.ts';
import { priceOf } from './modules/payments/index.ts';
import {
  type BundleFile,
  type BundleStore,
  sizesOf,
  submissionStores,
  surfaceOf,
  toEngineBundle,
} from './modules/submissions/index.ts';
import {
  bindValidatorRoutes,
  CANARY_QUEUE,
  createActivation,
  createBench,
  createCalibration,
  createCanaries,
  createCanaryDraw,
  createCanaryJudgement,
  createCaseExamination,
  createCaseSeats,
  createEscrow,
  createMarkBooks,
  createOwnValidators,
  createPayroll,
  createProfiles,
  createRemoteCalibration,
  createSettlements,
  createSlashing,
  createStanding,
  createValidatorEvents,
  createVesting,
  type HostedVote,
  importCanaries,
  profileStore,
  seatBuiltIns,
  type ValidatorTransaction,
  validatorStores,
} from './modules/validators/index.ts';
import type { DeriveKey } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import { createWorkLoop, type Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';

type Reviewed = { readonly files: readonly BundleFile[]; readonly entryPath: string };
type Basics = { readonly random: RandomBytes; readonly clock: { now(): Date } };

/** Acts on the stores of whoever calls, so it is there before any store is. */
export function composeBench({ random, clock, deriveKey }: Basics & { readonly deriveKey: DeriveKey }) {
  const canaryKey = deriveKey('canary seeds');
  const canarySeedOf = (seed: Hash32) =>
    Hash32.parse(`0x${createHmac('sha256', canaryKey).update(seed).digest('hex')}`);
  const books = createMarkBooks({ random, clock });
  const events = createValidatorEvents({ random, clock });
  const standing = createStanding({ events, clock });
  const slashing = createSlashing({ books, standing, events, clock });
  const payroll = createPayroll({ events, clock });
  const settlements = createSettlements({ books, standing, payroll, canarySeedOf, clock });
  const bench = createBench({ standing, slashing, settlements, clock });
  const escrow = createEscrow({ books, random, clock });
  return { bench, books, events, payroll, standing, slashing, escrow, canarySeedOf };
}
export type ComposedBench = ReturnType<typeof composeBench>;

type Needs = {
  readonly db: Database;
  readonly direct: ValidatorTransaction & {
    readonly agents: Pick<AgentStore, 'find'>;
    readonly panels: Pick<PanelStore, 'listPlaces'>;
    readonly bundles: Pick<BundleStore, 'load'>;
  };
  readonly inTransaction: <T>(work: (tx: ValidatorTransaction) => Promise<T>) => Promise<T>;
  readonly bench: ComposedBench;
  readonly audit: AuditPool['audit'];
  readonly jobs: Pick<Jobs, 'repeat' | 'work'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const EVERY_MINUTE = '* * * * *';
/** As often as the council looks for windows that are over: whoever waits for others must not tell a canary by it. */
const LOOK_EVERY_MS = 1_000;
/** Canaries under way in one process: one that waits for the engine must not hold up the steps of another. */
const CANARY_CONCURRENCY = 4;

export function composeValidators(needs: Needs) {
  const { db, direct: stores, inTransaction, audit, jobs, random, clock, log } = needs;
  const { bench, books, events, payroll, standing, slashing } = needs.bench;
  const loadBundle = (bundleId: string) => stores.bundles.load(bundleId);
  const look = ({ files, entryPath }: Reviewed) =>
    audit({ productType: 'SKILL', files, source: { url: '', ref: '', entry: entryPath } });
  const vote: HostedVote = async (asked) => {
    const { report } = await look(asked);
    return (family) => review(report, family, '').verdict;
  };
  const examine = createCaseExamination({
    loadBundle,
    // A case declares what the engine sees in it, and is examined as a submission that declares it.
    examine: async (asked) => {
      const { manifest } = (await look(asked)).manifest;
      const declared = { productType: 'SKILL', source: { url: null, ref: null }, manifest, hasManifest: true } as const;
      const { report } = await audit(toEngineBundle({ ...declared, entryPath: asked.entryPath }, asked.files));
      const { riskLevel, observedUrls, findings } = toSandbox(report, clock.now());
      const { rulesetDigest, engineVersion } = toRunIdentity(report);
      return { manifest, sandbox: { riskLevel, observedUrls, findings }, rulesetDigest, engineVersion };
    },
  });
  const councilEvents = createCouncilEvents({ random, clock });
  const vesting = createVesting({ inTransaction, books, standing, clock });
  const own = createOwnValidators({ stores, standing });
  const activation = createActivation({
    inTransaction,
    stores,
    books,
    standing,
    events,
    vesting,
    own,
    clock,
    hasOpenSeats: async (validatorId) => {
      const open = (state: 'ASSIGNED' | 'COMMITTED') =>
        stores.panels.listPlaces({ validatorId, state, before: undefined, limit: 1 });
      const isSeated = (await open('ASSIGNED')).length + (await open('COMMITTED')).length > 0;
      return isSeated || stores.caseSeats.hasOpenCanary(validatorId);
    },
    nameOf: async (actorId) => (await stores.agents.find(actorId))?.name ?? actorId,
  });
  const calibration = createCalibration({
    inTransaction,
    stores,
    loadBundle,
    vote,
    standing,
    vesting,
    clock,
    log,
  });
  const remote = createRemoteCalibration({ inTransaction, stores, calibration, examine, random, clock });
  const { draw } = createCanaryDraw({
    stores,
    loadBundle,
    vote,
    examine,
    bench,
    random,
    clock,
    seatFeeOf: (files) => toSeatFee(toMarks(priceOf('SKILL', surfaceOf(sizesOf(files))).total)),
  });
  const judgement = createCanaryJudgement({ books, payroll, standing, slashing, clock });
  const canaries = createCanaries({
    inTransaction,
    stores,
    draw,
    judgement,
    slashing,
    events: councilEvents,
    clock,
    log,
  });
  const dueCanaries = createWorkLoop({ name: 'due canaries', work: canaries.queueDue, everyMs: LOOK_EVERY_MS, log });
  const { validators, records } = stores;

  /** One after the other, and each until nothing is left: the schedule runs this once for all processes. */
  async function sweep(): Promise<void> {
    for (const work of [
      vesting.vestDue,
      vesting.finishUnbonding,
      calibration.calibrateNext,
      remote.closeOverdue,
      remote.seatNext,
    ]) {
      while ((await work()) > 0);
    }
  }

  return {
    profiles: createProfiles({ validators, records, store: profileStore(db), standing }),
    /** Cases of known verdict, beside the seats of remote validators on the council. */
    assignments: createCaseSeats({
      inTransaction,
      stores,
      calibration: remote,
      loadBundle,
      events: councilEvents,
      clock,
    }),
    bound: bindValidatorRoutes(activation, own),
    /** What is due by the clock. */
    sweep,
    runCanary: canaries.run,
    async startWorker(): Promise<void> {
      await seatBuiltIns({ store: validators, inTransaction, books, clock });
      await jobs.repeat({ name: 'validators.sweep', cron: EVERY_MINUTE, run: sweep });
      await jobs.work({ queue: CANARY_QUEUE, concurrency: CANARY_CONCURRENCY, run: canaries.run });
      dueCanaries.start();
    },
    async stopWorker(): Promise<void> {
      calibration.stop();
      await dueCanaries.stop();
    },
  };
}

/** Takes a folder of canaries into the database, beside the service. */
export async function importCanaryFolder(db: Database, folder: string, basics: Basics) {
  const { bundles } = submissionStores(db);
  const { calibrations, caseSeats } = validatorStores(db);
  const report = await importCanaries(folder, { bundles, calibrations, caseSeats, ...basics });
  return { ...report, isIntact: report.refused.length === 0 };
}
