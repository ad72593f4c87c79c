import { toMarks, toSeatFee } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import { priceOf } from '../payments/index.ts';
import { type BundleFile, surfaceOf } from '../submissions/index.ts';

/** The fee of a seat on a submission of these files. Without files, the fee for the base price. */
export const toCaseFee = (track: Track, files: readonly BundleFile[]): bigint =>
  toSeatFee(toMarks(priceOf(track, surfaceOf(track, files)).total));
