export { bindAccountRoutes } from './accounts.routes.ts';
export { createNonces, type Nonces } from './nonces.service.ts';
export { nonceStore } from './nonces.store.ts';
