import type { RouteTable } from '../route.ts';
import { NonceAnswer, NonceQuery } from '../wire/auth.ts';

export const authRoutes = {
  createNonce: {
    method: 'GET',
    path: '/api/v1/auth/nonce',
    plane: 'player',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    summary: 'A nonce to sign, used once and for one purpose',
    query: NonceQuery,
    status: 200,
    answer: NonceAnswer,
    errors: [],
  },
} as const satisfies RouteTable;
