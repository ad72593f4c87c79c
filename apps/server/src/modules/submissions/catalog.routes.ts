import { catalogRoutes, type ProductType } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import { keepFor } from '../../platform/kept-figures.ts';
import type { PaymentChain } from '../payments/index.ts';
import { type CatalogReader, toCatalog, toPaymentTerms } from './catalog.ts';
import type { SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly policyVersion: string;
  readonly readers: readonly CatalogReader[];
  readonly peopleOnly: readonly ProductType[];
  /** Undefined while no chain is open in this process. */
  readonly offer: () => PaymentChain['offer'] | undefined;
  readonly store: Pick<SubmissionStore, 'reviewTimes'>;
  readonly clock: { now(): Date };
};

const DAY_MS = 86_400_000;
const MEASURED_DAYS = 30;
/** Fewer reviews say little, and much about each. */
const MEASURED_LEAST = 20;
const FIGURES_LIFE_MS = 30_000;

/** From acceptance to decision, over the last 30 days; null while there were too few. */
const createReviewTime = ({ store, clock }: Pick<Deps, 'store' | 'clock'>) =>
  keepFor(FIGURES_LIFE_MS, clock, async () => {
    const since = new Date(clock.now().getTime() - MEASURED_DAYS * DAY_MS);
    const { reviews, p50Seconds, p95Seconds } = await store.reviewTimes(since);
    return reviews < MEASURED_LEAST ? { p50Seconds: null, p95Seconds: null } : { p50Seconds, p95Seconds };
  });

export function bindCatalogRoutes({ policyVersion, readers, peopleOnly, offer, store, clock }: Deps) {
  const reviewTime = createReviewTime({ store, clock });
  return bindRoutes(catalogRoutes, {
    readCatalog: async () =>
      toCatalog({
        policyVersion,
        readers: [...readers],
        peopleOnly: [...peopleOnly],
        payment: toPaymentTerms(offer()),
        reviewTime: await reviewTime(),
      }),
  });
}
