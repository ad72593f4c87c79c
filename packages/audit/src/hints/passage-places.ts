import type { Span } from '@assay/analysis/types';

/** 0: hidden places. 1: places where instructions are unexpected. 2: all others. */
type Weight = 0 | 1 | 2;

/** A place and the reason to read it, before overlapping places are joined. */
export type Pointed = {
  readonly span: Span;
  readonly why: string;
  readonly weight: Weight;
  /** Orders places of the same weight, the highest first. */
  readonly score?: number;
};
