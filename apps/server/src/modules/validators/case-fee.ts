import { toMarks, toSeatFee } from '@assay/economy/council';
import { priceOf } from '../payments/index.ts';
import { type BundleFile, surfaceOf } from '../submissions/index.ts';

/** What a seat earns on a submission of these files; of none, by the base price. */
export const toCaseFee = (files: readonly BundleFile[]): bigint =>
  toSeatFee(toMarks(priceOf('SKILL', surfaceOf('SKILL', files)).total));
