import type { Bundle } from '@assay/audit';
import { checkManifest, type ProposedManifest } from '@assay/audit/manifest';
import {
  type DraftInput,
  type GeneratedManifest,
  type ManifestCheck,
  type ManifestCheckRequest,
  type ManifestSource,
  Problem,
} from '@assay/protocol';
import { findEntry } from './entry.policy.ts';
import { readInlineFiles } from './inline-files.ts';
import { openSource } from './opened-source.ts';
import { notFound } from './source-problems.ts';
import type { Sources } from './sources.service.ts';

type Deps = {
  readonly sources: Pick<Sources, 'resolve' | 'readTree'>;
  readonly drafts: {
    /** Throws draft_not_found for a draft of somebody else. */
    get(accountId: string, draftId: string): Promise<{ readonly input: DraftInput }>;
  };
  readonly audit: (bundle: Bundle) => Promise<{ readonly manifest: ProposedManifest }>;
};

/** What is looked at, whichever way it was named. */
type Given = Partial<Pick<DraftInput, 'url' | 'sourceRef' | 'entry' | 'skillMdContent' | 'files' | 'productType'>>;

/** Manifests by the engine's own facts: written from a source, or held against one. */
export function createManifests({ sources, drafts, audit }: Deps) {
  async function generate(source: ManifestSource, accountId: string): Promise<GeneratedManifest> {
    const { manifest, evidence } = await observe(source, accountId);
    return { manifest, evidence: [...evidence] };
  }

  async function check({ manifest, against }: ManifestCheckRequest, accountId: string): Promise<ManifestCheck> {
    return checkManifest(manifest, against && (await observe(against, accountId)));
  }

  async function observe(source: ManifestSource, accountId: string): Promise<ProposedManifest> {
    const bundle = await toBundle(await toGiven(source, accountId));
    try {
      return (await audit(bundle)).manifest;
    } catch (cause) {
      throw new Problem('unavailable', undefined, { cause });
    }
  }

  async function toGiven(source: ManifestSource, accountId: string): Promise<Given> {
    if ('draftId' in source) return (await drafts.get(accountId, source.draftId)).input;
    return 'sourceUrl' in source ? { url: source.sourceUrl, sourceRef: source.sourceRef } : source;
  }

  async function toBundle(given: Given): Promise<Bundle> {
    const { url, sourceRef, entry: asked, skillMdContent, files } = given;
    if (skillMdContent === undefined && files === undefined) {
      if (url === undefined) throw notFound('This draft has neither url nor content yet.');
      const { source, entry, tree } = await openSource(sources, { sourceUrl: url, sourceRef, entry: asked });
      const { productType = entry.productType } = given;
      return { productType, files: tree.files, source: { url, ref: source.ref ?? '', entry: entry.path } };
    }
    const inline = readInlineFiles({ skillMdContent, files });
    const paths = inline.map(({ path }) => path);
    const entry = findEntry(paths, asked);
    if (entry === undefined)
      throw notFound('The content has no file that it could be about. Name the main file as entry.');
    const { productType = entry.productType } = given;
    return { productType, files: inline, source: { url: url ?? '', ref: '', entry: entry.path } };
  }

  return { generate, check };
}
export type Manifests = ReturnType<typeof createManifests>;
