import type { NoticeBus } from '../../platform/events/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { FLAG_NOTICE } from '../certificates/index.ts';
import type { FlagWork } from './flag-work.service.ts';
import type { Monitoring } from './monitoring.service.ts';

type Deps = {
  readonly flagWork: FlagWork;
  readonly monitoring: Pick<Monitoring, 'watch' | 'work'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly log: Logger;
};

/** A lost notice delays a flag by at most this time. */
const FLAGS_EVERY_MS = 1_000;
/** Checks are not urgent and grow in number with the certificates, so each run takes only one batch. */
const CHECKS_EVERY_MS = 1_000;
/** The search for unmonitored certificates reads all of them. */
const UNWATCHED_EVERY_MS = 60_000;

/** The monitoring loops of a worker. */
export function createMonitoringLoops({ flagWork, monitoring, bus, log }: Deps) {
  const attending = createWorkLoop({ name: 'flags', work: flagWork.work, everyMs: FLAGS_EVERY_MS, log });
  const watching = createWorkLoop({ name: 'unwatched', work: monitoring.watch, everyMs: UNWATCHED_EVERY_MS, log });
  const checking = createWorkLoop({ name: 'monitoring', work: checkOnce, everyMs: CHECKS_EVERY_MS, log });
  bus.on(FLAG_NOTICE, attending.wake);

  async function checkOnce(): Promise<number> {
    await monitoring.work();
    return 0;
  }

  return [attending, watching, checking];
}
