import type { JudgedFinding } from '../judge/verdict.policy.ts';
import type { Span } from '../model.ts';

/** A finding that counts, with the place it was found at. */
export type LiveFinding = JudgedFinding & { readonly at: Span };
