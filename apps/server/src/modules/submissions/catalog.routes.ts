import { catalogRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import { type CatalogAnswer, toCatalog } from './catalog.ts';

type Deps = { readonly policyVersion: string; readonly payment: () => CatalogAnswer['payment'] };

export const bindCatalogRoutes = ({ policyVersion, payment }: Deps) =>
  bindRoutes(catalogRoutes, { readCatalog: () => toCatalog({ policyVersion, payment: payment() }) });
