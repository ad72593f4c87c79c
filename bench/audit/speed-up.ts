import { openEngine } from '../../apps/cli/src/review/engine.ts';
import type { Workload } from './workload.ts';

const WARM_UP_PER_WORKER = 20;

/** Wall-clock speed of two workers: skills per second, and relative to one worker on the same skills. */
export type Workers = { readonly perSecond: number; readonly speedUp: number };

const MS_PER_SECOND = 1_000;

export async function measureWorkers(workload: Workload): Promise<Workers> {
  const oneMs = await timePool(workload, 1);
  const twoMs = await timePool(workload, 2);
  return { perSecond: (workload.length * MS_PER_SECOND) / twoMs, speedUp: oneMs / twoMs };
}

async function timePool(workload: Workload, size: number): Promise<number> {
  const engine = openEngine({ size, isSandboxed: false });
  const bundles = workload.map((make) => make());
  try {
    await Promise.all(bundles.slice(0, size * WARM_UP_PER_WORKER).map(engine.review));
    const startedAt = performance.now();
    await Promise.all(bundles.map(engine.review));
    return performance.now() - startedAt;
  } finally {
    engine.close();
  }
}
