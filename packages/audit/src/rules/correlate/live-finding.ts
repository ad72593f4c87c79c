import type { JudgedFinding } from '@assay/analysis/result/verdict.policy';
import type { Span } from '@assay/analysis/types';

/** A finding that counts, with the place it was found at. */
export type LiveFinding = JudgedFinding & { readonly at: Span };
