import { openEngine } from '../../apps/cli/src/review/engine.ts';
import { median } from '../lib/report.ts';
import type { Workload } from './workload.ts';

const SKILLS_MAX = 60;
const WARM_UP = 5;

/** The time for one skill with its scripts run in the sandbox, one after the other. */
export async function measureSandboxed(workload: Workload): Promise<number> {
  const step = Math.max(1, Math.floor(workload.length / SKILLS_MAX));
  const chosen = workload.filter((_, index) => index % step === 0);
  const engine = openEngine({ size: 1, isSandboxed: true });
  const times: number[] = [];
  try {
    for (const make of chosen.slice(0, WARM_UP)) await engine.review(make());
    for (const make of chosen) times.push((await engine.review(make())).durationMs);
  } finally {
    engine.close();
  }
  return median(times);
}
