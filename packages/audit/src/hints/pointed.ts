import type { Span } from '@assay/analysis/types';

/** What is out of sight comes first, then what stands where orders are not expected, then the rest. */
type Weight = 0 | 1 | 2;

/** A place and why somebody should read it, before places that overlap are joined. */
export type Pointed = {
  readonly span: Span;
  readonly why: string;
  readonly weight: Weight;
  /** Orders places of the same weight, the highest first. */
  readonly score?: number;
};
