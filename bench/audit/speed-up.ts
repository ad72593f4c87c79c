import { openEngine } from '../../apps/cli/src/review/engine.ts';
import type { Workload } from './workload.ts';

const WARM_UP_PER_WORKER = 20;

/** How many times faster two workers are than one, on the same skills. */
export async function measureSpeedUp(workload: Workload): Promise<number> {
  const oneMs = await timePool(workload, 1);
  return oneMs / (await timePool(workload, 2));
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
