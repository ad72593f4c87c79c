/** Wires the life after issue: what is checked of certificates, and what becomes of flags. */
import type { AuditPool } from '@assay/audit/node';
import { CertificateId } from '@assay/protocol';
import type { CertificateStore, Certificates, FlagDecisions, FlagStore } from './modules/certificates/index.ts';
import { councilStores, createKnownFindings, type Examine, type Openings } from './modules/council/index.ts';
import {
  createEndpointCheck,
  createFlagWork,
  createMonitoring,
  createMonitoringJobs,
  createReplayCheck,
  createSourceCheck,
  type MonitoringTransaction,
  monitoringStore,
} from './modules/monitoring/index.ts';
import type { Sources } from './modules/sources/index.ts';
import type { Lifecycle, SubmissionStore } from './modules/submissions/index.ts';
import type { Database } from './platform/db/index.ts';
import type { NoticeBus } from './platform/events/index.ts';
import type { GuardedFetch } from './platform/fetch/index.ts';
import type { Logger } from './platform/log/index.ts';

type Needs = {
  readonly db: Database;
  readonly direct: {
    readonly certificates: CertificateStore;
    readonly flags: FlagStore;
    readonly submissions: SubmissionStore;
  };
  readonly inTransaction: <T>(work: (tx: MonitoringTransaction) => Promise<T>) => Promise<T>;
  readonly certificates: Certificates;
  readonly flagDecisions: FlagDecisions;
  readonly openings: Openings;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  readonly audit: AuditPool['audit'];
  readonly examine: Examine;
  readonly sources: Sources;
  readonly fetch: GuardedFetch;
  readonly bus: NoticeBus;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** What the engine says about nothing names the rules it goes by. */
const NOTHING = { productType: 'SKILL', files: [], source: { url: '', ref: '' } } as const;

export function composeMonitoring(needs: Needs) {
  const { db, direct, inTransaction, certificates, flagDecisions, openings, lifecycle, audit, bus, clock, log } = needs;
  const store = monitoringStore(db);
  const knownOf = createKnownFindings(councilStores(db).rounds);
  async function findBundle(certificateId: string) {
    const sealed = await direct.certificates.findSealed(CertificateId.parse(certificateId));
    const found = sealed === undefined ? undefined : await direct.submissions.find(sealed.submissionId);
    return found === undefined ? undefined : lifecycle.bundleOf(found.submission.id);
  }
  const checks = {
    source: createSourceCheck({
      sources: needs.sources,
      isCertified: async (sha256) => (await direct.certificates.findByDigest(['bundleSha256'], sha256, 1)).length > 0,
    }),
    endpoints: createEndpointCheck(needs.fetch),
    replay: createReplayCheck({ examine: needs.examine, knownOf }),
  };
  const monitoring = createMonitoring({
    store,
    certificates,
    findBundle,
    checks,
    openings,
    inTransaction,
    clock,
    rulesets: {
      current: async () => (await audit(NOTHING, { isSandboxed: false })).report.ruleset.digest,
      ofLastRound: async (submissionId) => (await knownOf(submissionId))?.rulesetDigest,
    },
  });
  const flagWork = createFlagWork({
    flags: direct.flags,
    findBundle,
    monitorings: store,
    checks,
    decisions: flagDecisions,
    openings,
    inTransaction,
    clock,
    log,
  });
  const jobs = createMonitoringJobs({ flagWork, monitoring, bus, log });
  return { read: monitoring.read, monitoring, flagWork, startWorker: jobs.start, stopWorker: jobs.stop };
}
