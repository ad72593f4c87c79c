import type { Bundle } from '@assay/audit';
import { checkManifest, type ProposedManifest } from '@assay/audit/manifest';
import {
  type DraftInput,
  type EngineReport,
  type GeneratedManifest,
  MANIFEST_LIMITS,
  type ManifestCheck,
  type ManifestCheckRequest,
  type ManifestSource,
  Problem,
} from '@assay/protocol';
import type { z } from 'zod';
import { findEntry } from './entry.policy.ts';
import { readInlineFiles } from './inline-files.ts';
import { openSource } from './opened-source.ts';
import { notFound } from './source-problems.ts';
import type { Sources } from './sources.service.ts';
import { readUploadedArchive } from './uploaded-archive.ts';

type Deps = {
  readonly sources: Pick<Sources, 'resolve' | 'readTree'>;
  readonly drafts: {
    /** Throws draft_not_found for a draft of another owner. */
    get(accountId: string, draftId: string): Promise<{ readonly input: z.input<typeof DraftInput> }>;
  };
  readonly audit: (
    bundle: Bundle,
  ) => Promise<{ readonly manifest: ProposedManifest; readonly report: Pick<EngineReport, 'endpoints'> }>;
};

/** The content to observe, by any of the ways to submit it. */
type SubmittedContent = Partial<
  Pick<DraftInput, 'url' | 'sourceRef' | 'entry' | 'skillMdContent' | 'files' | 'archiveBase64' | 'productType'>
>;

/** Manifests from the facts of the engine: generated from a source, or compared with one. */
export function createManifests({ sources, drafts, audit }: Deps) {
  async function generate(source: ManifestSource, accountId: string): Promise<GeneratedManifest> {
    const { manifest, evidence } = await observe(source, accountId);
    return { manifest, evidence: [...evidence] };
  }

  async function check({ manifest, against }: ManifestCheckRequest, accountId: string): Promise<ManifestCheck> {
    return checkManifest(manifest, against && (await observe(against, accountId)));
  }

  async function observe(source: ManifestSource, accountId: string): Promise<ProposedManifest> {
    const bundle = await toBundle(await readContent(source, accountId));
    try {
      const { manifest, report } = await audit(bundle);
      return withNamedUrls(manifest, report.endpoints.observedUrls, bundle.files);
    } catch (cause) {
      throw new Problem('unavailable', undefined, { cause });
    }
  }

  async function readContent(source: ManifestSource, accountId: string): Promise<SubmittedContent> {
    if ('draftId' in source) return (await drafts.get(accountId, source.draftId)).input;
    return 'sourceUrl' in source ? { url: source.sourceUrl, sourceRef: source.sourceRef } : source;
  }

  async function toBundle(given: SubmittedContent): Promise<Bundle> {
    const { url, sourceRef, entry: asked, skillMdContent, files, archiveBase64 } = given;
    if (skillMdContent === undefined && files === undefined && archiveBase64 === undefined) {
      if (url === undefined) throw notFound('This draft has neither url nor content yet.');
      const { source, entry, tree } = await openSource(sources, { sourceUrl: url, sourceRef, entry: asked });
      const { productType = entry.productType } = given;
      return { productType, files: tree.files, source: { url, ref: source.ref ?? '', entry: entry.path } };
    }
    const inline =
      archiveBase64 === undefined
        ? readInlineFiles({ skillMdContent, files })
        : await readUploadedArchive(Buffer.from(archiveBase64, 'base64'));
    const paths = inline.map(({ path }) => path);
    const entry = findEntry(paths, asked);
    if (entry === undefined) throw notFound('The content has no entry document. Set `entry` to the main file.');
    const { productType = entry.productType } = given;
    return { productType, files: inline, source: { url: url ?? '', ref: '', entry: entry.path } };
  }

  return { generate, check };
}
export type Manifests = ReturnType<typeof createManifests>;

/** An address in the text alone still sends the agent there, so the skill reaches the network. */
function withNamedUrls(
  proposed: ProposedManifest,
  observedUrls: readonly string[],
  files: Bundle['files'],
): ProposedManifest {
  const { manifest, evidence } = proposed;
  if (manifest.safety.network !== 'NONE' || observedUrls.length === 0) return proposed;
  const externalCalls = observedUrls.slice(0, MANIFEST_LIMITS.externalCallsMax);
  const named = externalCalls.flatMap((url, index) => placeOf(url, `/externalCalls/${index}`, files) ?? []);
  const network = externalCalls.flatMap((url) => placeOf(url, '/safety/network', files) ?? []).slice(0, 1);
  return {
    manifest: { ...manifest, externalCalls, safety: { ...manifest.safety, network: 'DECLARED' } },
    evidence: [...evidence, ...named, ...network],
  };
}

function placeOf(
  url: string,
  pointer: string,
  files: Bundle['files'],
): ProposedManifest['evidence'][number] | undefined {
  for (const { path, bytes } of files) {
    const before = Buffer.from(bytes).toString('utf8').split(url);
    if (before.length > 1)
      return { pointer, path, line: (before[0] ?? '').split('\n').length, reason: 'named in the text' };
  }
  return undefined;
}
