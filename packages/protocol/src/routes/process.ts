import type { RouteTable } from '../route.ts';
import { Health, Readiness } from '../wire/process.ts';

/** For load balancers and monitoring. */
export const processRoutes = {
  readHealth: {
    method: 'GET',
    path: '/healthz',
    plane: 'process',
    access: 'none',
    rate: 'probe',
    cache: 'none',
    summary: 'Liveness probe',
    status: 200,
    answer: Health,
    errors: [],
  },
  readReadiness: {
    method: 'GET',
    path: '/readyz',
    plane: 'process',
    access: 'none',
    rate: 'probe',
    cache: 'none',
    summary: 'Readiness probe',
    status: 200,
    orStatus: 503,
    answer: Readiness,
    errors: [],
  },
  readMetrics: {
    method: 'GET',
    path: '/metrics',
    plane: 'process',
    access: 'god',
    role: 'reader',
    rate: 'admin',
    cache: 'private',
    summary: 'Get metrics in Prometheus text format',
    status: 200,
    answer: { media: 'text/plain' },
    errors: ['admin_disabled'],
  },
} as const satisfies RouteTable;
