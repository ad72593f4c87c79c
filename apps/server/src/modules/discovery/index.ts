export { bindDiscoveryRoutes } from './discovery.routes.ts';
export { createDiscovery } from './discovery.service.ts';
export { bindProcessRoutes } from './process.routes.ts';
