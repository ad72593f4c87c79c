import type { Candidate } from '@assay/economy/council';

/** Somebody who may be drawn, by the name that the public sees. */
export type Sitter = Candidate & { readonly name: string };
