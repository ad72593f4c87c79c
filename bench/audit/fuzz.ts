import type { BundleFile } from '@assay/audit';
import type { Engine } from '../../apps/cli/src/review/engine.ts';
import { quantile } from '../lib/report.ts';
import { peakOfChildren } from './child-memory.ts';
import { type FuzzInput, type MakerName, makeInput } from './inputs.ts';
import type { Workload } from './workload.ts';

type Case = { readonly seed: number; readonly maker: MakerName };

/** Processor times: on a busy machine, elapsed time does not measure the engine. */
export type FuzzFigures = {
  readonly inputs: number;
  readonly medianMs: number;
  readonly p999Ms: number;
  readonly slowest: Case & { readonly ms: number };
  /** Memory above what a process holds after ordinary skills. */
  readonly largest: Case & { readonly growthMb: number };
  readonly faults: readonly (Case & { readonly message: string })[];
};

type Setup = {
  readonly count: number;
  readonly firstSeed: number;
  /** Ordinary skills: they warm the processes up, and their texts are what mutations start from. */
  readonly workload: Workload;
  readonly review: Engine['review'];
  readonly width: number;
};

const WARM_UP = 40;
const FILES_PER_SKILL_MAX = 5;
const MB = 1024 * 1024;

/** Hostile inputs one after another through the pool, which stops what takes too long; a stop or a crash is a fault here. */
export async function runFuzz({ count, firstSeed, workload, review, width }: Setup): Promise<FuzzFigures> {
  const ordinary = workload.slice(0, WARM_UP).map((make) => make());
  await Promise.all(ordinary.map(review));
  const baseline = peakOfChildren();
  const seeds: BundleFile[] = ordinary.flatMap(({ files }) => files.slice(0, FILES_PER_SKILL_MAX));

  const times: number[] = [];
  const faults: FuzzFigures['faults'][number][] = [];
  const first: Case = { seed: firstSeed, maker: makeInput(firstSeed, seeds).maker };
  let slowest: FuzzFigures['slowest'] = { ...first, ms: 0 };
  let largest: FuzzFigures['largest'] = { ...first, growthMb: 0 };

  const runOne = async ({ seed, maker, bundle }: FuzzInput): Promise<void> => {
    try {
      const { processorMs } = await review(bundle);
      times.push(processorMs);
      if (processorMs > slowest.ms) slowest = { seed, maker, ms: processorMs };
      const growthMb = (peakOfChildren() - baseline) / MB;
      if (growthMb > largest.growthMb) largest = { seed, maker, growthMb };
    } catch (error) {
      faults.push({ seed, maker, message: error instanceof Error ? error.message : String(error) });
    }
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await runOne(makeInput(firstSeed + index, seeds));
  };
  await Promise.all(Array.from({ length: width }, lane));
  return {
    inputs: count,
    medianMs: quantile(times, 0.5),
    p999Ms: quantile(times, 0.999),
    slowest,
    largest,
    faults,
  };
}
