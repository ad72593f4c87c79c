import { sourceRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Manifests } from './manifests.service.ts';
import type { Preview } from './preview.service.ts';

export const bindSourceRoutes = (preview: Preview, manifests: Manifests) =>
  bindRoutes(sourceRoutes, {
    fetchSource: ({ body, query }) => preview(body, query),
    generateManifest: ({ body }, { caller }) => manifests.generate(body, caller.accountId),
    validateManifest: ({ body }, { caller }) => manifests.check(body, caller.accountId),
  });
