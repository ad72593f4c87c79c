import type { BundleFile } from '@assay/audit';
import type { Engine } from '../../apps/cli/src/review/engine.ts';
import { quantile } from '../lib/report.ts';
import { type FuzzInput, type MakerName, makeInput } from './inputs.ts';

export type FuzzFigures = {
  readonly inputs: number;
  readonly medianMs: number;
  readonly p999Ms: number;
  readonly worst: { readonly ms: number; readonly seed: number; readonly maker: MakerName };
  readonly growthMb: number;
  readonly faults: readonly { readonly seed: number; readonly maker: MakerName; readonly message: string }[];
};

type Setup = {
  readonly count: number;
  readonly firstSeed: number;
  /** Real texts for mutations. */
  readonly seeds: readonly BundleFile[];
  readonly review: Engine['review'];
  readonly width: number;
  readonly residentBytes: () => number;
};

const WARM_UP = 200;
const MB = 1024 * 1024;

/** Hostile inputs one after another through the pool, which stops what takes too long; a stop or a crash is a fault here. */
export async function runFuzz({ count, firstSeed, seeds, review, width, residentBytes }: Setup): Promise<FuzzFigures> {
  const times: number[] = [];
  const faults: FuzzFigures['faults'][number][] = [];
  let worst: FuzzFigures['worst'] = { ms: 0, seed: firstSeed, maker: 'garbage' };
  let baseline = 0;
  let peak = 0;
  let next = 0;

  const runOne = async ({ seed, maker, bundle }: FuzzInput): Promise<void> => {
    const startedAt = performance.now();
    try {
      await review(bundle);
    } catch (error) {
      faults.push({ seed, maker, message: error instanceof Error ? error.message : String(error) });
    }
    const ms = performance.now() - startedAt;
    times.push(ms);
    if (ms > worst.ms) worst = { ms, seed, maker };
    if (times.length === WARM_UP) baseline = residentBytes();
    if (times.length > WARM_UP) peak = Math.max(peak, residentBytes());
  };
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await runOne(makeInput(firstSeed + index, seeds));
  };
  await Promise.all(Array.from({ length: width }, lane));
  return {
    inputs: times.length,
    medianMs: quantile(times, 0.5),
    p999Ms: quantile(times, 0.999),
    worst,
    growthMb: Math.max(0, peak - baseline) / MB,
    faults,
  };
}
