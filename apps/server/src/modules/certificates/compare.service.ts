import {
  type CertificateId,
  type CompareRequest,
  Comparison,
  type Payload,
  Problem,
  sha256Hex,
  toLineFeeds,
  type VerifyRecord,
} from '@assay/protocol';
import type { Sources } from '../sources/index.ts';
import type { CertificateStore } from './certificates.store.ts';
import { payloadOf } from './records.service.ts';

type Deps = {
  readonly store: Pick<CertificateStore, 'findSealed'>;
  readonly sources: Pick<Sources, 'resolve' | 'readFile'>;
  /** The git tree id of the certified folder; null if unknown. */
  readonly gitTreeOf: (submissionId: string) => Promise<string | null>;
  readonly recordOf: (id: CertificateId) => Promise<VerifyRecord>;
  /** Aborts when the total time for reading one source is over, for any number of requests. */
  readonly deadline: () => AbortSignal;
};

/** Fetches a public file and reports whether it is the certified one. The result never changes the seal. */
export function createCompare({ store, sources, gitTreeOf, recordOf, deadline }: Deps) {
  return async (id: CertificateId, { sourceUrl, sourceRef }: CompareRequest): Promise<Comparison> => {
    const sealed = await store.findSealed(id);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    const payload = payloadOf(sealed);
    const { digests, source } = payload;

    const signal = deadline();
    const found = await sources.resolve(sourceUrl, sourceRef, signal);
    // The URL of a repository or folder refers to the certified entry file inside it.
    const path =
      found.kind === 'blob' ? found.path : [found.path, source.entry].filter((part) => part !== '').join('/');
    const { repo, commit } = found;
    const certifiedTree = await gitTreeOf(sealed.submissionId);
    const under = folderOf(path, entryInBundle(payload));
    const { bytes, folderId } = await sources.readFile({ repo, commit, path, under: under ?? '', signal });

    const fetched = { entrySha256: sha256Hex(toLineFeeds(bytes)), rawSha256: sha256Hex(bytes), size: bytes.length };
    const matchedBy = matchOf(digests, fetched);
    const { valid, status, summary } = await recordOf(id);
    return Comparison.parse({
      certificateId: id,
      match: matchedBy !== null,
      matchedBy,
      certified: { entrySha256: digests.entrySha256, rawSha256: digests.rawSha256 },
      fetched,
      sourceUrl,
      sourceRef: sourceRef ?? null,
      resolvedCommit: found.commit,
      sameCommit: source.commit === found.commit,
      sameTree: certifiedTree === null ? null : under !== undefined && folderId === certifiedTree,
      valid,
      status,
      summary,
    });
  };
}

/** The path of the main file in the bundle: the longest suffix of its repository path that names a file of the bundle. */
function entryInBundle({ source: { entry }, digests: { files } }: Payload): string {
  const paths = new Set(files.map(({ path }) => path));
  const parts = entry.split('/');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return ends.find((end) => paths.has(end)) ?? entry;
}

/** The folder of the bundle if `path` is its main file; undefined if `path` does not end with the entry. */
function folderOf(path: string, entry: string): string | undefined {
  if (path === entry) return '';
  return path.endsWith(`/${entry}`) ? path.slice(0, -entry.length - 1) : undefined;
}

type Digests = { readonly entrySha256: string; readonly rawSha256: string; readonly skillMdSha256?: string | null };

function matchOf(certified: Digests, fetched: Digests): 'skillMdSha256' | 'entrySha256' | 'rawSha256' | null {
  if (certified.skillMdSha256 === fetched.entrySha256) return 'skillMdSha256';
  if (certified.entrySha256 === fetched.entrySha256) return 'entrySha256';
  return certified.rawSha256 === fetched.rawSha256 ? 'rawSha256' : null;
}
