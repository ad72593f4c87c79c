/** Wires sources: reading what is to be reviewed, here or from a repository. */
import type { AuditPool } from '@assay/audit/node';
import type { PlatformServices } from '../../platform/services.ts';
import { createManifests } from './manifests.service.ts';
import { createPreview } from './preview.service.ts';
import { bindSourceRoutes } from './sources.routes.ts';
import { createSources, type Sources } from './sources.service.ts';

export const composeSources = ({ fetch }: PlatformServices<unknown>): Sources => createSources({ fetch });

type Readers = {
  readonly audit: AuditPool['audit'];
  /** Those that are kept for later, with what they name. */
  readonly drafts: Parameters<typeof createManifests>[0]['drafts'];
};

export function composeSourceRoutes({ clock }: PlatformServices<unknown>, sources: Sources, readers: Readers) {
  const { audit, drafts } = readers;
  // What a bundle does is read from its text; running it would only take longer.
  const manifests = createManifests({
    sources,
    drafts,
    audit: (bundle) => audit(bundle, { isSandboxed: false, isFree: true }),
  });
  return bindSourceRoutes(createPreview({ sources, clock }), manifests);
}
