/** Wires the council: the examination, the voting seats, the decision and the jobs of a worker. */
import { setTimeout } from 'node:timers/promises';
import type { AuditPool } from '@assay/audit/node';
import type { ModelReader } from '@assay/protocol';
import type { Model } from '@assay/reader/models';
import type { DeriveKey } from '../../platform/auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { Certificates, FlagDecisions } from '../certificates/index.ts';
import type { Credit, Refunds } from '../payments/index.ts';
import type { BeaconChain } from '../registry/index.ts';
import { createSeatEvents } from '../seats/index.ts';
import type { Deployments } from '../sources/index.ts';
import { createBundleReader, type Lifecycle, submissionStores } from '../submissions/index.ts';
import type { ValidatorPool } from '../validators/index.ts';
import { createBeacons } from './beacons.service.ts';
import { createBriefs } from './briefs.service.ts';
import { createCouncilEvents } from './council.events.ts';
import { createCouncilJobs } from './council.jobs.ts';
import { bindCouncilRoutes } from './council.routes.ts';
import { createCouncil } from './council.service.ts';
import type { CouncilTransaction } from './council.transaction.ts';
import { createDecisions } from './decisions.service.ts';
import { createEscalation } from './escalation.service.ts';
import { createExamination } from './examination.service.ts';
import { createExamine, createExamineAndRead } from './examine.ts';
import { councilStores } from './index.ts';
import { createKnownFindings } from './known-findings.ts';
import { createOpenings } from './openings.service.ts';
import { createPanels } from './panels.service.ts';
import { createPenalties } from './penalties.service.ts';
import { createProbe } from './probe.service.ts';
import { createPurchasedReAudits } from './purchased-re-audits.service.ts';
import { createReAudits } from './re-audit.service.ts';
import { createReadAgain, createReaders, type Readers } from './readers.service.ts';
import { readingStore } from './readings.store.ts';
import { type Replay, replay } from './replay.ts';
import { reviewSubmission } from './review-queue.ts';
import { createRounds } from './rounds.service.ts';
import { createSalts } from './salts.ts';
import { createSeatPacks } from './seat-packs.service.ts';
import { followSeat, lockForSeat } from './seat-turns.ts';
import type { UnreadPolicy } from './unread.policy.ts';

type ReaderPlatform = Pick<PlatformServices<unknown>, 'db' | 'metrics' | 'deriveKey' | 'clock' | 'log'>;

/** The secret that selects the planted products, so that an author who knows the code cannot predict them. */
const readerKeyOf = (deriveKey: DeriveKey): string => deriveKey('planted checks').toString('hex');

/** The readers of reviews and of canaries. The models are opened once, at the first request. */
export function composeReaders(
  { db, metrics, deriveKey, clock, log }: ReaderPlatform,
  openModels: () => Promise<readonly Model[]>,
) {
  const onRead = metrics.counter('assay_model_readings_total', 'Readings by model and outcome, abstentions by reason', [
    'model',
    'outcome',
  ]);
  const installationKey = readerKeyOf(deriveKey);
  const readers = createReaders({ openModels, store: readingStore(db), clock, log, installationKey, onRead });
  const gauge = (name: string, help: string, pick: Parameters<typeof readers.figureToday>[0]) =>
    metrics.gauges(`assay_model_${name}_today`, help, 'model', () => readers.figureToday(pick));
  gauge('micros', 'Cost of models today in millionths of a dollar', ({ micros }) => micros);
  gauge('input_tokens', 'Input tokens of models today', ({ inputTokens }) => inputTokens);
  gauge('output_tokens', 'Output tokens of models today', ({ outputTokens }) => outputTokens);
  gauge('not_asked', 'Model requests skipped today because the daily budget is spent', ({ notAsked }) => notAsked);
  return readers;
}

type Needs = {
  readonly audit: AuditPool['audit'];
  readonly readers: Pick<Readers, 'read'>;
  readonly deployments: Pick<Deployments, 'read'>;
  /** The configured models. */
  readonly models: readonly ModelReader[];
  readonly unreadPolicy: UnreadPolicy;
  readonly lifecycle: Lifecycle;
  readonly certificates: Certificates;
  readonly flagDecisions: FlagDecisions;
  readonly payments: { readonly credit: Credit; readonly refunds: Refunds };
  /** Undefined while no chain is open in this process. */
  readonly findChain: () => BeaconChain | undefined;
  readonly pool: ValidatorPool;
};

const wait = async (ms: number): Promise<void> => setTimeout(ms);

export function composeCouncil(platform: PlatformServices<CouncilTransaction>, needs: Needs) {
  const { stores, inTransaction, jobs, bus, deriveKey, random, clock, log, fetch } = platform;
  const { lifecycle, certificates, flagDecisions, payments, findChain, pool } = needs;
  const { rounds, panels: panelStore, submissions } = stores;

  const examine = createExamine(needs.audit);
  const read = createExamineAndRead(examine, needs.readers, {
    probe: createProbe({ fetch, wait, clock }),
    deployments: needs.deployments,
  });
  const events = createCouncilEvents({ random, clock });
  const escalation = createEscalation({ lifecycle, random, clock });
  const examination = createExamination({ inTransaction, lifecycle, rounds, escalation, read, clock, log });
  const briefs = createBriefs({ rounds, submissions });
  const seatPacks = createSeatPacks({ inTransaction, audit: needs.audit, clock, log });
  const panels = createPanels({
    pool,
    seatPacks,
    briefs,
    events: createSeatEvents({ random, clock }),
    saltOf: createSalts(deriveKey('council salts')),
    random,
    clock,
  });
  const reAudits = createReAudits({ certificates, flagDecisions, clock });
  const decisions = createDecisions({
    lifecycle,
    pool,
    certificates,
    reAudits,
    escalation,
    panels,
    events,
    models: needs.models,
    unreadPolicy: needs.unreadPolicy,
    clock,
  });
  const openings = createOpenings({ lifecycle, decisions, escalation, random, clock });
  const { penalizeVoters } = createPenalties({ pool });
  const purchases = createPurchasedReAudits({ openings, ...payments });
  const council = createCouncil({
    inTransaction,
    lifecycle,
    openings,
    examination,
    panels,
    seatPacks,
    decisions,
    escalation,
    clock,
    log,
  });
  const beacons = createBeacons({ store: rounds, inTransaction, findChain, clock });
  const work = createCouncilJobs({ jobs, council, beacons, store: rounds, inTransaction, bus, clock, log });
  const reader = createRounds({ rounds, panels: panelStore, clock });
  return {
    openings,
    examine,
    rounds: reader,
    knownOf: createKnownFindings(rounds),
    briefOf: briefs.of,
    decisionsOf: reader.decisionsOf,
    routes: bindCouncilRoutes(reader),
    handles: {
      'intent.paid': purchases.deliver,
      'flag.confirmed': penalizeVoters,
      'submission.accepted': reviewSubmission,
      'submission.disputed': reviewSubmission,
      'intervention.taken': openings.takeOver,
      'seat.acting': lockForSeat,
      'seat.acted': followSeat,
      'operator.decided-round': decisions.decideByOperator,
    },
    start: work.start,
    async stop(): Promise<void> {
      examination.stop();
      await work.stop();
    },
  };
}

/** Repeats the round of a submission outside the service. Uses the stored readings and changes nothing. */
export function replaySubmission(
  db: Database,
  audit: AuditPool['audit'],
  deriveKey: DeriveKey,
  submissionId: string,
): Promise<Replay> {
  const lifecycle = { bundleOf: createBundleReader(submissionStores(db)) };
  const readAgain = createReadAgain(readingStore(db), readerKeyOf(deriveKey));
  return replay(submissionId, { lifecycle, ...councilStores(db), examine: createExamine(audit), readAgain });
}
