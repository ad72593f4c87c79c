/** Wires the validators: first what the council needs of them inside its transactions, then the rest. */
import type { AuditPool } from '@assay/audit/node';
import { type EngineReport, type RandomBytes, SANDBOX_REPORTER, toFinding, toRunIdentity } from '@assay/protocol';
import type { AgentStore } from './modules/accounts/index.ts';
import { type PanelStore, review } from './modules/council/index.ts';
import { type BundleFile, type BundleStore, submissionStores } from './modules/submissions/index.ts';
import {
  bindValidatorRoutes,
  CANARY_QUEUE,
  createActivation,
  createBench,
  createCalibration,
  createCanaries,
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
import type { Database } from './platform/db/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';

type Basics = { readonly random: RandomBytes; readonly clock: { now(): Date } };

/** Acts on the stores of whoever calls, so it is there before any store is. */
export function composeBench({ random, clock }: Basics) {
  const books = createMarkBooks({ random, clock });
  const events = createValidatorEvents({ random, clock });
  const standing = createStanding({ events, clock });
  const slashing = createSlashing({ books, standing, events, clock });
  const payroll = createPayroll({ events, clock });
  const settlements = createSettlements({ books, standing, payroll, clock });
  const bench = createBench({ standing, slashing, settlements, clock });
  return { bench, books, events, payroll, standing, slashing, escrow: createEscrow({ books, random, clock }) };
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

export function composeValidators(needs: Needs) {
  const { db, direct: stores, inTransaction, audit, jobs, random, clock, log } = needs;
  const { bench, books, events, payroll, standing, slashing } = needs.bench;
  const loadBundle = (bundleId: string) => stores.bundles.load(bundleId);
  const examine = async ({ files, entryPath }: { files: readonly BundleFile[]; entryPath: string }) => {
    const { report } = await audit({ productType: 'SKILL', files, source: { url: '', ref: '', entry: entryPath } });
    return report;
  };
  const vote: HostedVote = async (asked) => {
    const report = await examine(asked);
    return (family) => review(report, family, '').verdict;
  };
  const vesting = createVesting({ inTransaction, books, standing, clock });
  const own = createOwnValidators({ stores, standing });
  const activation = createActivation({
    ...{ inTransaction, stores, books, standing, events, vesting, own, clock },
    hasOpenSeats: async (validatorId) => {
      const open = (state: 'ASSIGNED' | 'COMMITTED') =>
        stores.panels.listPlaces({ validatorId, state, before: undefined, limit: 1 });
      return (await open('ASSIGNED')).length + (await open('COMMITTED')).length > 0;
    },
    nameOf: async (actorId) => (await stores.agents.find(actorId))?.name ?? actorId,
  });
  const calibration = createCalibration({
    ...{ inTransaction, stores, loadBundle, vote, standing, vesting, clock, log },
  });
  const remote = createRemoteCalibration({
    ...{ inTransaction, stores, calibration, loadBundle, random, clock },
    examine: async (asked) => toExamined(await examine(asked)),
  });
  const canaries = createCanaries({
    ...{ inTransaction, stores, loadBundle, vote, bench, books, payroll, standing, slashing, clock },
  });
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
    /** Calibration cases of remote validators, beside their seats on the council. */
    assignments: remote.assignments,
    bound: bindValidatorRoutes(activation, own),
    /** What is due by the clock. */
    sweep,
    async startWorker(): Promise<void> {
      await seatBuiltIns({ store: validators, inTransaction, books, clock });
      await jobs.repeat({ name: 'validators.sweep', cron: EVERY_MINUTE, run: sweep });
      await jobs.work({ queue: CANARY_QUEUE, concurrency: 1, run: canaries.run });
    },
    stopWorker: calibration.stop,
  };
}

/** As much of a report as a seat is told. */
function toExamined(report: EngineReport) {
  const { rulesetDigest, engineVersion } = toRunIdentity(report);
  return {
    sandbox: {
      riskLevel: report.sandbox.riskLevel,
      observedUrls: [...report.endpoints.observedUrls],
      findings: report.findings.map((finding) => toFinding(finding, SANDBOX_REPORTER)),
    },
    ...{ rulesetDigest, engineVersion },
  };
}

/** Takes a folder of canaries into the database, beside the service. */
export async function importCanaryFolder(db: Database, folder: string, basics: Basics) {
  const { bundles } = submissionStores(db);
  const { calibrations } = validatorStores(db);
  const report = await importCanaries(folder, { bundles, calibrations, ...basics });
  return { ...report, isIntact: report.refused.length === 0 };
}
