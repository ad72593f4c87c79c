import type { RouteTable } from '../route.ts';
import { ServiceEvidence } from '../wire/evidence.ts';

/** Evidence about the quality of this service, from its own records. */
export const evidenceRoutes = {
  readEvidence: {
    method: 'GET',
    path: '/api/v1/public/evidence',
    plane: 'public',
    access: 'none',
    rate: 'public',
    cache: 'stats',
    summary: 'Get figures on accuracy, uptime, time to decision, appeals and withdrawals',
    status: 200,
    answer: ServiceEvidence,
    errors: [],
  },
} as const satisfies RouteTable;
