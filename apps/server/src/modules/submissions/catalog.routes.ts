import { catalogRoutes, type ModelReader, type ProductType } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { PaymentChain } from '../payments/index.ts';
import { toCatalog, toPaymentTerms } from './catalog.ts';
import type { ReviewTime } from './review-time.service.ts';

type Deps = {
  readonly policyVersion: string;
  readonly readers: readonly ModelReader[];
  readonly peopleOnly: readonly ProductType[];
  /** Undefined while no chain is open in this process. */
  readonly offer: () => PaymentChain['offer'] | undefined;
  readonly reviewTime: ReviewTime;
};

export function bindCatalogRoutes({ policyVersion, readers, peopleOnly, offer, reviewTime }: Deps) {
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
