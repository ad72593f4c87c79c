import { Address, CommitSha, Problem, type Source } from '@assay/protocol';
import type { z } from 'zod';
import type { BundleIdentity } from '../certificates/index.ts';
import { type Deployments, digestOfDeployed, type GithubRepo, type Sources } from '../sources/index.ts';
import { digestsOf, type Lifecycle } from '../submissions/index.ts';

type SealedBundle = Pick<Awaited<ReturnType<Lifecycle['bundleOf']>>, 'input' | 'bundleSha256' | 'digests'>;
type Deps = {
  readonly sources: Pick<Sources, 'resolve' | 'readTree'>;
  readonly deployments: Pick<Deployments, 'read'>;
  /** Whether exactly this bundle has a certificate. */
  readonly isCertified: (bundle: BundleIdentity) => Promise<boolean>;
};
/** A certified bundle with its source. */
type SourcedBundle = BundleIdentity & {
  readonly source: Pick<z.input<typeof Source>, 'url' | 'commit' | 'entry' | 'binding' | 'chainId' | 'address'>;
  /** Digest of the code that was deployed at the certification. */
  readonly deployedSha256: string | null;
  /** The main file by its path in the bundle. */
  readonly entryPath: string;
};
/** The parts of a sealed bundle that the check needs. */
export const toSourced = ({ input, bundleSha256, digests }: SealedBundle): SourcedBundle => ({
  source: input.source,
  entryPath: input.entryPath,
  deployedSha256: input.deployedSha256,
  bundleSha256,
  // An archive gives no reliable file kinds, so its tree digest is not compared.
  treeSha256: input.gitTree === null ? null : digests.treeSha256,
});

/** `none`: the bytes were sent, not fetched. `same` may include a newer, uncertified commit. */
export type SourceSeen =
  | { readonly kind: 'none' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'changed' }
  /** Deployed code: unchanged, replaced by other code, or gone. */
  | { readonly kind: 'deployed' | 'replaced' | 'destroyed' }
  | { readonly kind: 'same'; readonly newerCommit: string | null };
type Place = { readonly repo: GithubRepo; readonly under: string; readonly entryPath: string };

/** Checks whether a certified source is still available, unchanged and the newest. */
export function createSourceCheck({ sources, deployments, isCertified }: Deps) {
  async function check({ source, entryPath, deployedSha256, ...bundle }: SourcedBundle): Promise<SourceSeen> {
    const { url, entry, binding } = source;
    if (deployedSha256 !== null) return checkDeployed(source, deployedSha256);
    if (binding !== 'COMMIT' || url === null) return { kind: 'none' };
    const commit = CommitSha.parse(source.commit);
    const place = { under: folderOf(entry, entryPath), entryPath };
    try {
      const newest = await sources.resolve(url);
      const certified = await readBundle({ ...place, repo: newest.repo }, commit);
      if (certified === undefined || !isSame(bundle, certified)) return { kind: 'changed' };
      if (newest.commit === commit) return { kind: 'same', newerCommit: null };
      const isKnown = await isCertifiedAt({ ...place, repo: newest.repo }, newest.commit);
      return { kind: 'same', newerCommit: isKnown ? null : newest.commit };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { kind: error.code === 'source_not_found' ? 'gone' : 'unreachable' };
    }
  }

  /** `replaced`: other code, or another implementation behind a proxy. `destroyed`: no code any more. */
  async function checkDeployed({ chainId = 0, address }: SourcedBundle['source'], sha256: string): Promise<SourceSeen> {
    try {
      const deployed = await deployments.read({ chainId, address: Address.parse(address) });
      if (deployed.code === '') return { kind: 'destroyed' };
      return digestOfDeployed(deployed) === sha256 ? { kind: 'deployed' } : { kind: 'replaced' };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { kind: 'unreachable' };
    }
  }

  async function isCertifiedAt(place: Place, commit: string): Promise<boolean> {
    try {
      const bundle = await readBundle(place, commit);
      return bundle !== undefined && (await isCertified(bundle));
    } catch (error) {
      // The newest commit has dropped the skill: that is an uncertified change.
      if (error instanceof Problem && error.code === 'source_not_found') return false;
      throw error;
    }
  }

  /** Undefined if its main file no longer exists. */
  async function readBundle({ repo, under, entryPath }: Place, commit: string): Promise<BundleIdentity | undefined> {
    const { files } = await sources.readTree({ repo, commit, under });
    const hasEntry = files.some(({ path, kind }) => path === entryPath && kind !== 'submodule');
    return hasEntry ? digestsOf(files, entryPath) : undefined;
  }

  return check;
}
export type SourceCheck = ReturnType<typeof createSourceCheck>;

/** Compares the trees only if both are known. */
const isSame = (one: BundleIdentity, other: BundleIdentity): boolean =>
  one.bundleSha256 === other.bundleSha256 &&
  (one.treeSha256 === null || other.treeSha256 === null || one.treeSha256 === other.treeSha256);

/** The folder of the repository that the bundle was taken from. */
export const folderOf = (entry: string, entryPath: string): string =>
  entry.endsWith(`/${entryPath}`) ? entry.slice(0, -entryPath.length - 1) : '';
