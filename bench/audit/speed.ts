import { audit } from '@assay/audit';
import { loadParserAssets } from '@assay/audit/node';
import { median, quantile } from '../lib/report.ts';
import type { Workload } from './workload.ts';

export type Times = {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
  readonly perSecond: number;
  readonly mbPerSecond: number;
};

/** `clock` is elapsed time, `processor` is processor time: on a busy machine only the second measures the engine. */
export type Speed = {
  readonly skills: number;
  readonly bytes: number;
  readonly clock: Times;
  readonly processor: Times;
};

const WARM_UP = 50;

/** One core, one process, warm, sandbox off: the engine itself and nothing around it. */
export async function measureSpeed(workload: Workload): Promise<Speed> {
  const parsers = loadParserAssets();
  for (const make of workload.slice(0, WARM_UP)) await audit(make(), { parsers });
  const clockMs: number[] = [];
  const processorMs: number[] = [];
  let bytes = 0;
  for (const make of workload) {
    const bundle = make();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    await audit(bundle, { parsers });
    clockMs.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    processorMs.push((user + system) / 1_000);
    bytes += bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
  }
  return { skills: workload.length, bytes, clock: toTimes(clockMs, bytes), processor: toTimes(processorMs, bytes) };
}

function toTimes(ms: readonly number[], bytes: number): Times {
  const seconds = ms.reduce((sum, one) => sum + one, 0) / 1_000;
  return {
    medianMs: median(ms),
    p95Ms: quantile(ms, 0.95),
    worstMs: Math.max(0, ...ms),
    perSecond: ms.length / seconds,
    mbPerSecond: bytes / 1e6 / seconds,
  };
}
