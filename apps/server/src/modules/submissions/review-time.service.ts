import { keepFor } from '../../platform/kept-figures.ts';
import type { SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly store: Pick<SubmissionStore, 'reviewTimes'>;
  readonly clock: { now(): Date };
};

const DAY_MS = 86_400_000;
const MEASURED_DAYS = 30;
/** Fewer reviews are not representative and would reveal single ones. */
const MEASURED_LEAST = 20;
const FIGURES_LIFE_MS = 30_000;

/** Time from acceptance to decision over the last 30 days. Null with too few reviews. */
export const createReviewTime = ({ store, clock }: Deps) =>
  keepFor(FIGURES_LIFE_MS, clock, async () => {
    const since = new Date(clock.now().getTime() - MEASURED_DAYS * DAY_MS);
    const { reviews, p50Seconds, p95Seconds } = await store.reviewTimes(since);
    return reviews < MEASURED_LEAST ? { p50Seconds: null, p95Seconds: null } : { p50Seconds, p95Seconds };
  });
export type ReviewTime = ReturnType<typeof createReviewTime>;
