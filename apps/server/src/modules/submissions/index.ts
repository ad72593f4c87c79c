export { bindCatalogRoutes } from './catalog.routes.ts';
export type { CatalogAnswer } from './catalog.ts';
export { bindDraftRoutes } from './drafts.routes.ts';
export { createDrafts, type Drafts } from './drafts.service.ts';
export { type DraftStore, draftStore } from './drafts.store.ts';
