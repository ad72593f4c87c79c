import type { NoticeBus } from '../../platform/events/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { FLAG_NOTICE } from '../certificates/index.ts';
import type { FlagWork } from './flag-work.service.ts';
import type { Monitoring } from './monitoring.service.ts';

type Deps = {
  readonly flagWork: FlagWork;
  readonly monitoring: Pick<Monitoring, 'work'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};

/** A notice that got lost delays a flag by at most this long. */
const FLAGS_EVERY_MS = 1_000;
const MONITORING_EVERY_MS = 10_000;

/** The life of certificates after their issue, in a worker. */
export function createMonitoringJobs({ flagWork, monitoring, bus, log }: Deps) {
  const attending = createWorkLoop({ name: 'flags', work: flagWork.work, everyMs: FLAGS_EVERY_MS, log });
  const watching = createWorkLoop({ name: 'monitoring', work: monitoring.work, everyMs: MONITORING_EVERY_MS, log });
  bus.on(FLAG_NOTICE, attending.look);

  return {
    start(): void {
      attending.start();
      watching.start();
    },
    async stop(): Promise<void> {
      await Promise.all([attending.stop(), watching.stop()]);
    },
  };
}
