import { CommitSha } from '@assay/protocol';
import type { GuardedFetch } from '../../platform/fetch/index.ts';
import { type GitRefs, parseRefAdvertisement } from './git-refs.ts';
import { type GitFile, type GitPlace, type GitRequest, readGitFile, readGitTree } from './git-source.ts';
import { type GithubRepo, parseGithubUrl } from './github-url.ts';
import { isAdvertised, locate, type ResolvedRef } from './resolve-ref.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';
import { expectOk, type FetchedOk, notFound, rejected, unavailable } from './source-problems.ts';
import type { SourceTree } from './source-tree.ts';

export type SourceLocation = {
  /** The host's current name; a renamed repository is returned under its new name. */
  repo: GithubRepo;
  commit: string;
  ref: Pick<ResolvedRef, 'kind' | 'name'>;
  kind: 'repository' | 'tree' | 'blob';
  /** Folder or file in the repository, '' for its root. */
  path: string;
  /**
   * A branch or tag of this repository points to the commit. False for older commits, and for commits that exist only
   * in a fork: the host serves those under the original's name too, so their origin is not proven.
   */
  isAdvertised: boolean;
};

/** The commit is validated again where it is used: a branch name in its place would read mutable content. */
type AtCommit = { repo: GithubRepo; commit: string; signal?: AbortSignal };
type SourcesDeps = { fetch: GuardedFetch };

const ADVERTISEMENT_TYPE = 'application/x-git-upload-pack-advertisement';
const REFS_URL = /^https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?\/info\/refs\?/;

/** Reads public GitHub repositories at an exact commit, without the API and its limit of 60 calls an hour. */
export function createSources({ fetch }: SourcesDeps) {
  async function resolve(url: string, sourceRef?: string, signal?: AbortSignal): Promise<SourceLocation> {
    const target = parseGithubUrl(url);
    const { repo, refs } = await readRefs(target.repo, signal);

    const found = locate(refs, target, sourceRef);
    if (!found) throw notFound(`${nameOf(repo)} has no ${describeRef(sourceRef)}. A commit needs all 40 digits.`);
    const { ref, path } = found;
    return {
      repo,
      commit: ref.commit,
      ref: { kind: ref.kind, name: ref.name },
      kind: target.kind,
      path,
      isAdvertised: isAdvertised(refs, ref.commit),
    };
  }

  async function readRefs(
    repo: GithubRepo,
    signal: AbortSignal | undefined,
  ): Promise<{ repo: GithubRepo; refs: GitRefs }> {
    const answer = await get({
      url: `https://github.com/${nameOf(repo)}.git/info/refs?service=git-upload-pack`,
      ifMissing: `There is no public repository ${nameOf(repo)}. For a private repository, send the content instead of a URL.`,
      bytesMax: SOURCE_LIMITS.refsBytesMax,
      redirectsMax: 2, // a renamed repository of a renamed owner
      signal,
    });
    const [, owner, name] = REFS_URL.exec(answer.finalUrl) ?? [];
    if (answer.headers['content-type'] !== ADVERTISEMENT_TYPE || owner === undefined || name === undefined) {
      throw unavailable('The source host did not answer as a Git server.');
    }
    return { repo: { owner, name }, refs: parseRefAdvertisement(answer.bytes) };
  }

  /** One file, and the id of the folder `under` on its path. */
  async function readFile({ path, under, ...at }: AtCommit & { path: string; under: string }): Promise<GitFile> {
    const fault = findPathFault(path);
    if (fault) throw rejected(`the path ${JSON.stringify(path)} is not usable: ${fault}`);
    return readGitFile(toPlace(at), path, under);
  }

  async function readTree({ under = '', ...at }: AtCommit & { under?: string }): Promise<SourceTree> {
    const tree = await readGitTree(toPlace(at), under);
    if (tree.files.length === 0) {
      throw notFound(`${nameOf(at.repo)} has no files under "${under}" at commit ${at.commit}.`);
    }
    return tree;
  }

  const toPlace = ({ repo, commit, signal }: AtCommit): GitPlace => ({
    url: `https://github.com/${nameOf(repo)}`,
    commit: CommitSha.parse(commit),
    ask: (request) => get({ redirectsMax: 0, signal, ...request }),
  });

  let underWay = 0;

  type Bounds = { redirectsMax: number; signal: AbortSignal | undefined };

  async function get({
    redirectsMax,
    signal,
    ifMissing,
    bytesMax,
    ...request
  }: GitRequest & Bounds): Promise<FetchedOk> {
    // Fetched content stays in memory until it is read, so the number of concurrent fetches is limited.
    if (underWay >= SOURCE_LIMITS.fetchesMax)
      throw unavailable('Too many sources are being fetched. Try again in a moment.');
    const limits = { bytesMax, totalMs: SOURCE_LIMITS.fetchMs, redirectsMax };
    underWay++;
    try {
      return expectOk(await fetch({ ...request, limits, signal }), { ifMissing, bytesMax });
    } finally {
      underWay--;
    }
  }

  return { resolve, readFile, readTree };
}
export type Sources = ReturnType<typeof createSources>;

const nameOf = ({ owner, name }: GithubRepo): string => `${owner}/${name}`;

const describeRef = (sourceRef: string | undefined): string =>
  sourceRef === undefined ? 'branch or tag that this URL could mean' : `branch or tag "${sourceRef}"`;
