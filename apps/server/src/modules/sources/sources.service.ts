import { CommitSha } from '@assay/protocol';
import type { GuardedFetch } from '../../platform/fetch/index.ts';
import { type GitRefs, parseRefAdvertisement } from './git-refs.ts';
import { type GithubRepo, parseGithubUrl } from './github-url.ts';
import { isAdvertised, locate, type ResolvedRef } from './resolve-ref.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';
import { type Asked, expectOk, type FetchedOk, notFound, rejected, unavailable } from './source-problems.ts';
import { type SourceTree, unpackTree } from './source-tree.ts';

export type SourceLocation = {
  /** As the host names it today; a renamed repository comes with its new name. */
  repo: GithubRepo;
  commit: string;
  ref: Pick<ResolvedRef, 'kind' | 'name'>;
  kind: 'repository' | 'tree' | 'blob';
  /** Folder or file inside the repository, '' for its root. */
  path: string;
  /**
   * A branch or tag of this repository ends at the commit. False for older commits, and for commits that exist only in a
   * fork: the host serves those under the name of the original too, so their origin is not proven.
   */
  isAdvertised: boolean;
};

/** The commit is parsed once more where it is used: a branch name in its place would read bytes that change. */
type AtCommit = { repo: GithubRepo; commit: string; signal?: AbortSignal };
export type SourcesDeps = { fetch: GuardedFetch };

const ADVERTISEMENT_TYPE = 'application/x-git-upload-pack-advertisement';
const REFS_URL = /^https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?\/info\/refs\?/;

/** Reads public GitHub repositories at an exact commit, without the API and its 60 calls an hour. */
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
    const answer = await get(`https://github.com/${nameOf(repo)}.git/info/refs?service=git-upload-pack`, {
      ifMissing: `There is no public repository ${nameOf(repo)}. Of a private one, send the content instead of a URL.`,
      bytesMax: SOURCE_LIMITS.refsBytesMax,
      redirectsMax: 2, // a renamed repository, perhaps of a renamed owner
      signal,
    });
    const [, owner, name] = REFS_URL.exec(answer.finalUrl) ?? [];
    if (answer.headers['content-type'] !== ADVERTISEMENT_TYPE || owner === undefined || name === undefined) {
      throw unavailable('The source host did not answer as a git server.');
    }
    return { repo: { owner, name }, refs: parseRefAdvertisement(answer.bytes) };
  }

  async function readFile({ repo, commit, path, signal }: AtCommit & { path: string }): Promise<Uint8Array> {
    const fault = findPathFault(path);
    if (fault) throw rejected(`the path ${JSON.stringify(path)} is not usable: ${fault}`);
    const encodedPath = path.split('/').map(encodeURIComponent).join('/');
    const answer = await get(
      `https://raw.githubusercontent.com/${nameOf(repo)}/${CommitSha.parse(commit)}/${encodedPath}`,
      {
        ifMissing: `${nameOf(repo)} has no file "${path}" at commit ${commit}.`,
        bytesMax: SOURCE_LIMITS.fileBytesMax,
        redirectsMax: 0,
        signal,
      },
    );
    return answer.bytes;
  }

  async function readTree({ repo, commit, under = '', signal }: AtCommit & { under?: string }): Promise<SourceTree> {
    const answer = await get(`https://codeload.github.com/${nameOf(repo)}/tar.gz/${CommitSha.parse(commit)}`, {
      ifMissing: `${nameOf(repo)} has no commit ${commit}.`,
      bytesMax: SOURCE_LIMITS.archiveBytesMax,
      redirectsMax: 0,
      signal,
    });
    const tree = await unpackTree(answer.bytes, under);
    if (tree.files.length === 0) throw notFound(`${nameOf(repo)} has no files under "${under}" at commit ${commit}.`);
    return tree;
  }

  let underWay = 0;

  type Bounds = { redirectsMax: number; signal: AbortSignal | undefined };

  async function get(url: string, { redirectsMax, signal, ...asked }: Asked & Bounds): Promise<FetchedOk> {
    // What is fetched lies in memory until it is read: strangers share a bounded number of places.
    if (underWay >= SOURCE_LIMITS.fetchesMax)
      throw unavailable('Too many sources are being read. Try again in a moment.');
    const limits = { bytesMax: asked.bytesMax, totalMs: SOURCE_LIMITS.fetchMs, redirectsMax };
    underWay++;
    try {
      return expectOk(await fetch({ url, limits, signal }), asked);
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
