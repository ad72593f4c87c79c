import { authRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Nonces } from './nonces.service.ts';

export const bindNonceRoutes = (nonces: Nonces) =>
  bindRoutes(authRoutes, { createNonce: ({ query }) => nonces.create(query) });
