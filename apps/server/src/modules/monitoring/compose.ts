/** Wires monitoring: the checks of certificates and the processing of flags. */
import type { AuditPool } from '@assay/audit/node';
import type { PlatformServices } from '../../platform/services.ts';
import type { Certificates, FlagDecisions } from '../certificates/index.ts';
import type { Examine, KnownFindings, Openings } from '../council/index.ts';
import type { Deployments, Sources } from '../sources/index.ts';
import type { Lifecycle } from '../submissions/index.ts';
import { createCertifiedBundles } from './certified-bundles.service.ts';
import { createEndpointCheck } from './endpoint.check.ts';
import { createFlagWork } from './flag-work.service.ts';
import { createMonitoringLoops } from './monitoring.jobs.ts';
import { createMonitoring } from './monitoring.service.ts';
import type { MonitoringTransaction } from './monitoring.transaction.ts';
import { createReplayCheck } from './replay.check.ts';
import { createRulesets } from './rulesets.ts';
import { createSourceCheck } from './source.check.ts';
import { createToolsCheck } from './tools.check.ts';

type Needs = {
  readonly certificates: Certificates;
  readonly flagDecisions: FlagDecisions;
  readonly lifecycle: Pick<Lifecycle, 'bundleOf'>;
  readonly sources: Sources;
  readonly deployments: Pick<Deployments, 'read'>;
  readonly audit: AuditPool['audit'];
  readonly council: {
    readonly openings: Openings;
    readonly examine: Examine;
    readonly knownOf: (submissionId: string) => Promise<KnownFindings | undefined>;
  };
};

export function composeMonitoring(platform: PlatformServices<MonitoringTransaction>, needs: Needs) {
  const { stores, inTransaction, fetch, bus, clock, log } = platform;
  const { certificates, flagDecisions: decisions, lifecycle, sources, deployments, audit, council } = needs;
  const { openings, examine, knownOf } = council;
  const { monitorings, flags, certificates: store, submissions } = stores;
  const bundles = createCertifiedBundles({ certificates: store, submissions, lifecycle });
  const findBundle = bundles.find;
  const checks = {
    source: createSourceCheck({ sources, deployments, isCertified: bundles.isCertified }),
    endpoints: createEndpointCheck(fetch),
    replay: createReplayCheck({ examine, knownOf }),
    tools: createToolsCheck({ sources, audit }),
  };
  const monitoring = createMonitoring({
    store: monitorings,
    certificates,
    findBundle,
    checks,
    openings,
    inTransaction,
    clock,
    rulesets: createRulesets({ audit, knownOf }),
  });
  const flagWork = createFlagWork({
    flags,
    findBundle,
    monitorings,
    checks,
    decisions,
    openings,
    inTransaction,
    clock,
    log,
  });
  return {
    read: monitoring.read,
    filesOf: async (certificateId: string) => (await findBundle(certificateId))?.files,
    monitoring,
    flagWork,
    loops: createMonitoringLoops({ flagWork, monitoring, bus, log }),
  };
}
