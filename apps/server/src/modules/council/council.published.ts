import type { EndedReview } from '../submissions/index.ts';

/** Events of the council module, published in the transaction that causes them. */
export type CouncilEvent =
  /** A round ended, with or without a verdict. */
  { readonly type: 'round.over'; readonly roundId: string } & EndedReview;
