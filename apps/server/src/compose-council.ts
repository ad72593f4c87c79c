/** Wires the council: the engine that examines, the seats that vote, the decision that follows, and its place in a worker. */
import { createHmac } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import { Hash32, type RandomBytes } from '@assay/protocol';
import type { ChainHome } from './chain-home.ts';
import { composeAudit } from './compose-audit.ts';
import type { Certificates, FlagDecisions } from './modules/certificates/index.ts';
import {
  type Assignments,
  bindCouncilRoutes,
  type CouncilTransaction,
  councilStores,
  createAssignments,
  createBeacons,
  createCouncil,
  createCouncilEvents,
  createCouncilJobs,
  createDecisions,
  createEscalation,
  createExamination,
  createOpenings,
  createPanels,
  createReAudits,
  createRounds,
  type Examined,
  joinAssignments,
  type Replay,
  replay,
} from './modules/council/index.ts';
import { createBundleReader, type Lifecycle, submissionStores, toEngineBundle } from './modules/submissions/index.ts';
import type { DeriveKey } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import type { NoticeBus } from './platform/events/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';

type Needs = {
  readonly db: Database;
  readonly inTransaction: <T>(work: (tx: CouncilTransaction) => Promise<T>) => Promise<T>;
  readonly audit: AuditPool['audit'];
  readonly lifecycle: Lifecycle;
  readonly certificates: Certificates;
  readonly flagDecisions: FlagDecisions;
  readonly findChain: ChainHome['find'];
  readonly validatorOf: (actorId: string) => Promise<string | undefined>;
  readonly seatFeeOf: (submissionId: string) => Promise<bigint>;
  readonly deriveKey: DeriveKey;
  readonly jobs: Jobs;
  readonly bus: NoticeBus;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

export function composeCouncil(needs: Needs) {
  const { db, inTransaction, audit, lifecycle, certificates, findChain, jobs, bus, random, clock, log } = needs;
  const stores = councilStores(db);
  const { rounds } = stores;
  const saltKey = needs.deriveKey('council salts');
  const saltOf = (seatId: string) => Hash32.parse(`0x${createHmac('sha256', saltKey).update(seatId).digest('hex')}`);

  const examine = (bundle: SealedBundle) => examineWith(audit, bundle);
  const events = createCouncilEvents({ random, clock });
  const escalation = createEscalation({ lifecycle, random, clock });
  const examination = createExamination({
    inTransaction,
    lifecycle,
    rounds,
    escalation,
    examine,
    clock,
    log,
  });
  const panels = createPanels({ events, saltOf, random, clock });
  const reAudits = createReAudits({ certificates, flagDecisions: needs.flagDecisions });
  const decisions = createDecisions({ lifecycle, certificates, reAudits, escalation, panels, events, clock });
  const openings = createOpenings({ lifecycle, decisions, escalation, random, clock });
  const council = createCouncil({
    inTransaction,
    lifecycle,
    openings,
    examination,
    panels,
    decisions,
    escalation,
    clock,
    log,
  });
  const beacons = createBeacons({ store: rounds, inTransaction, findChain, clock });
  const work = createCouncilJobs({ jobs, council, beacons, store: rounds, inTransaction, bus, clock, log });

  const reader = createRounds({ ...stores, clock });
  const assignments = createAssignments({
    inTransaction,
    ...stores,
    lifecycle,
    events,
    clock,
    validatorOf: needs.validatorOf,
    seatFeeOf: needs.seatFeeOf,
  });

  return {
    council,
    decisions,
    openings,
    examine,
    rounds: reader,
    /** The routes, with the cases of known verdict beside the seats of remote validators. */
    bind: (cases: Assignments) =>
      bindCouncilRoutes({ rounds: reader, assignments: joinAssignments(assignments, cases, clock) }),
    startWorker: work.start,
    async stopWorker(): Promise<void> {
      examination.stop();
      await work.stop();
    },
  };
}

/** One submission's round once more, beside the service: what it reads is stored, and it changes nothing. */
export async function replaySubmission(db: Database, submissionId: string): Promise<Replay> {
  const audit = composeAudit();
  const { submissions, bundles } = submissionStores(db);
  const lifecycle = { bundleOf: createBundleReader({ submissions, bundles }) };
  try {
    return await replay(submissionId, {
      lifecycle,
      ...councilStores(db),
      examine: (bundle) => examineWith(audit.audit, bundle),
    });
  } finally {
    audit.stop();
  }
}

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;

async function examineWith(audit: AuditPool['audit'], { input, files }: SealedBundle): Promise<Examined> {
  try {
    const { report } = await audit(toEngineBundle(input, files));
    return { kind: 'report', report };
  } catch (error) {
    // By name: the class itself would bring the whole engine into this process.
    if (error instanceof Error && error.name === 'AuditFault') return { kind: 'fault', reason: error.message };
    throw error;
  }
}
