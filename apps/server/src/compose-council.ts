/** Wires the council: the engine that examines, the seats that vote, the decision that follows, and its place in a worker. */
import { createHmac } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import { Hash32, type RandomBytes } from '@assay/protocol';
import type { ChainHome } from './chain-home.ts';
import type { Certificates, FlagDecisions } from './modules/certificates/index.ts';
import {
  type Bench,
  type CouncilTransaction,
  councilStores,
  createBeacons,
  createCouncil,
  createCouncilEvents,
  createCouncilJobs,
  createDecisions,
  createEscalation,
  createExamination,
  createPanels,
  createReAudits,
  type Examined,
} from './modules/council/index.ts';
import type { Lifecycle } from './modules/submissions/index.ts';
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
  readonly deriveKey: DeriveKey;
  readonly jobs: Jobs;
  readonly bus: NoticeBus;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

export function composeCouncil(needs: Needs) {
  const { db, inTransaction, audit, lifecycle, certificates, findChain, jobs, bus, random, clock, log } = needs;
  const { rounds } = councilStores(db);
  const saltKey = needs.deriveKey('council salts');
  const saltOf = (seatId: string) => Hash32.parse(`0x${createHmac('sha256', saltKey).update(seatId).digest('hex')}`);

  const events = createCouncilEvents({ random, clock });
  const escalation = createEscalation({ lifecycle, random, clock });
  const examination = createExamination({
    ...{ inTransaction, lifecycle, rounds, escalation, random, clock, log },
    examine: (bundle) => examineWith(audit, bundle),
  });
  const panels = createPanels({ events, saltOf, random, clock });
  const reAudits = createReAudits({ certificates, flagDecisions: needs.flagDecisions });
  const decisions = createDecisions({ lifecycle, certificates, reAudits, escalation, panels, events, clock });
  const council = createCouncil({ inTransaction, lifecycle, examination, panels, decisions, escalation, clock, log });
  const beacons = createBeacons({ store: rounds, inTransaction, findChain, clock });
  const work = createCouncilJobs({ jobs, council, beacons, store: rounds, inTransaction, bus, clock, log });

  return {
    council,
    decisions,
    startWorker: work.start,
    async stopWorker(): Promise<void> {
      examination.stop();
      await work.stop();
    },
  };
}

type SealedBundle = Awaited<ReturnType<Lifecycle['bundleOf']>>;

async function examineWith(audit: AuditPool['audit'], { input, files }: SealedBundle): Promise<Examined> {
  const { productType, manifest, source, entryPath } = input;
  try {
    const { report } = await audit({
      ...{ productType, files, manifest, declaredEndpoints: manifest.declaredEndpoints },
      source: { url: source.url ?? '', ref: source.ref ?? '', entry: entryPath },
    });
    return { kind: 'report', report };
  } catch (error) {
    // By name: the class itself would bring the whole engine into this process.
    if (error instanceof Error && error.name === 'AuditFault') return { kind: 'fault', reason: error.message };
    throw error;
  }
}

const BUILT_IN_FAMILIES = { instruction: 4, 'code-taint': 3, 'supply-chain': 3, sandbox: 3 } as const;

/** The thirteen built-in validators, each of the same weight. */
export const builtInBench: Bench = {
  candidates: async () =>
    Object.entries(BUILT_IN_FAMILIES).flatMap(([family, count]) =>
      Array.from({ length: count }, (_, at) => {
        const name = `${family}-${at + 1}`;
        return { validatorId: name, name, family, cluster: name, mode: 'HOSTED' as const, weight: 1 };
      }),
    ),
  confirmFlag: async () => undefined,
  slash: async () => undefined,
  settle: async () => undefined,
};
