import type { RouteTable } from '../route.ts';
import { Catalog } from '../wire/developer.ts';

/** What is reviewed here, and what a developer prepares before a review. */
export const catalogRoutes = {
  readCatalog: {
    method: 'GET',
    path: '/api/v1/certsvc/dev/catalog',
    plane: 'developer',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'Products, prices, limits and ways to pay',
    status: 200,
    answer: Catalog,
    errors: [],
  },
} as const satisfies RouteTable;
