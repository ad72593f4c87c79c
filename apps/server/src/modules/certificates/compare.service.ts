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
  /** What git calls the certified folder; null where that is not known. */
  readonly gitTreeOf: (submissionId: string) => Promise<string | null>;
  readonly recordOf: (id: CertificateId) => Promise<VerifyRecord>;
  /** Ends when all reading of one source has to be over, however many requests it took. */
  readonly deadline: () => AbortSignal;
};

/** Fetches a public file and says whether it is the certified one. The seal is never changed by what is found. */
export function createCompare({ store, sources, gitTreeOf, recordOf, deadline }: Deps) {
  return async (id: CertificateId, { sourceUrl, sourceRef }: CompareRequest): Promise<Comparison> => {
    const sealed = await store.findSealed(id);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    const payload = payloadOf(sealed);
    const { digests, source } = payload;

    const signal = deadline();
    const found = await sources.resolve(sourceUrl, sourceRef, signal);
    // A repository or folder address means "the certified file in there".
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

/** The main file by its path in the bundle: the longest end of its path in the repository that is one of the files. */
function entryInBundle({ source: { entry }, digests: { files } }: Payload): string {
  const paths = new Set(files.map(({ path }) => path));
  const parts = entry.split('/');
  const ends = parts.map((_, index) => parts.slice(index).join('/'));
  return ends.find((end) => paths.has(end)) ?? entry;
}

/** The folder that would be the bundle if `path` were its main file; undefined when the path does not end so. */
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
