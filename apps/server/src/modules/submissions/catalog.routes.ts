import { catalogRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { PaymentChain } from '../payments/index.ts';
import { toCatalog, toPaymentTerms } from './catalog.ts';

type Deps = {
  readonly policyVersion: string;
  /** Undefined while no chain is open in this process. */
  readonly offer: () => PaymentChain['offer'] | undefined;
};

export const bindCatalogRoutes = ({ policyVersion, offer }: Deps) =>
  bindRoutes(catalogRoutes, { readCatalog: () => toCatalog({ policyVersion, payment: toPaymentTerms(offer()) }) });
