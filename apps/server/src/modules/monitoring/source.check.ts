import { CommitSha, Problem, type Source } from '@assay/protocol';
import type { GithubRepo, Sources } from '../sources/index.ts';
import { digestsOf } from '../submissions/index.ts';

type Deps = {
  readonly sources: Pick<Sources, 'resolve' | 'readTree'>;
  /** Whether exactly these bytes have a certificate. */
  readonly isCertified: (bundleSha256: string) => Promise<boolean>;
};
/** What was certified, and where it was taken from. */
export type SourcedBundle = {
  readonly source: Pick<Source, 'url' | 'commit' | 'entry' | 'binding'>;
  /** The main file by its path in the bundle. */
  readonly entryPath: string;
  readonly bundleSha256: string;
};
/** `none`: the bytes were sent, not fetched. `same` may know of a newer commit whose bytes nobody has certified. */
export type SourceSeen =
  | { readonly kind: 'none' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'same'; readonly newerCommit: string | null };
type Place = { readonly repo: GithubRepo; readonly under: string; readonly entryPath: string };

/** Looks whether a certified source is still there, still the same, and still the newest. */
export function createSourceCheck({ sources, isCertified }: Deps) {
  async function check({ source, entryPath, bundleSha256 }: SourcedBundle): Promise<SourceSeen> {
    const { url, entry, binding } = source;
    if (binding !== 'COMMIT' || url === null) return { kind: 'none' };
    const commit = CommitSha.parse(source.commit);
    const place = { under: folderOf(entry, entryPath), entryPath };
    try {
      const newest = await sources.resolve(url);
      const certified = await readDigest({ ...place, repo: newest.repo }, commit);
      if (certified !== bundleSha256) return { kind: 'changed' };
      if (newest.commit === commit) return { kind: 'same', newerCommit: null };
      const isKnown = await isCertifiedAt({ ...place, repo: newest.repo }, newest.commit);
      return { kind: 'same', newerCommit: isKnown ? null : newest.commit };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { kind: error.code === 'source_not_found' ? 'gone' : 'unreachable' };
    }
  }

  async function isCertifiedAt(place: Place, commit: string): Promise<boolean> {
    try {
      return await isCertified(await readDigest(place, commit));
    } catch (error) {
      // The newest commit has dropped the skill: that is a change nobody certified.
      if (error instanceof Problem && error.code === 'source_not_found') return false;
      throw error;
    }
  }

  async function readDigest({ repo, under, entryPath }: Place, commit: string): Promise<string> {
    const { files } = await sources.readTree({ repo, commit, under });
    const hasEntry = files.some(({ path }) => path === entryPath);
    return hasEntry ? digestsOf(files, entryPath).bundleSha256 : '';
  }

  return check;
}
export type SourceCheck = ReturnType<typeof createSourceCheck>;

/** The folder of the repository that the bundle was taken from. */
const folderOf = (entry: string, entryPath: string): string =>
  entry.endsWith(`/${entryPath}`) ? entry.slice(0, -entryPath.length - 1) : '';
