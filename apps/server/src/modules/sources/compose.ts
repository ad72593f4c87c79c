/** Wires sources: reads content from uploads or from a repository. */
import type { AuditPool } from '@assay/audit/node';
import type { PlatformServices } from '../../platform/services.ts';
import { createManifests } from './manifests.service.ts';
import { createPreview } from './preview.service.ts';
import { bindSourceRoutes } from './sources.routes.ts';
import { createSources, type Sources } from './sources.service.ts';

export const composeSources = ({ fetch }: PlatformServices<unknown>): Sources => createSources({ fetch });

type Readers = {
  readonly audit: AuditPool['audit'];
  /** Stored drafts with their sources. */
  readonly drafts: Parameters<typeof createManifests>[0]['drafts'];
};

export function composeSourceRoutes({ clock }: PlatformServices<unknown>, sources: Sources, readers: Readers) {
  const { audit, drafts } = readers;
  // The manifest derives from the text of a bundle; running the bundle would only take longer.
  const manifests = createManifests({
    sources,
    drafts,
    audit: (bundle) => audit(bundle, { isSandboxed: false, isFree: true }),
  });
  return bindSourceRoutes(createPreview({ sources, clock }), manifests);
}
