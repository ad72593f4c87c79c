import type { EndedReview } from '../submissions/index.ts';

/** What the council tells others, in the transaction in which it happens. */
export type CouncilEvent =
  /** A round came to a verdict, or to nothing. */
  { readonly type: 'round.over'; readonly roundId: string } & EndedReview;
