export { bindCatalogRoutes } from './catalog.routes.ts';
