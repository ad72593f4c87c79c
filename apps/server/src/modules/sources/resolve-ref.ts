import type { GitRefs } from './git-refs.ts';
import type { GithubUrl } from './github-url.ts';
import { SOURCE_LIMITS } from './source-limits.ts';

export type ResolvedRef = { kind: 'default' | 'branch' | 'tag' | 'commit'; name: string; commit: string };

const COMMIT = /^[0-9a-f]{40}$/i;
// The characters that git-check-ref-format forbids, and the two-character forms.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them, so do we
const NOT_IN_REF = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|(?:^|\/)\.|^\/|[/.]$/;

export const isRefName = (name: string): boolean =>
  name !== '' && name !== '@' && Buffer.byteLength(name) <= SOURCE_LIMITS.refBytesMax && !NOT_IN_REF.test(name);

/** Resolves a commit, a full ref name, or a short name. A branch precedes a tag of the same name, as on GitHub's pages. */
export function findRef(refs: GitRefs, name: string): ResolvedRef | undefined {
  if (!isRefName(name)) return undefined;
  if (COMMIT.test(name)) return { kind: 'commit', name: name.toLowerCase(), commit: name.toLowerCase() };
  if (name === 'HEAD') return findDefaultRef(refs);
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(name);
  if (full?.[2]) return full[1] === 'heads' ? findBranch(refs, full[2]) : findTag(refs, full[2]);
  return findBranch(refs, name) ?? findTag(refs, name);
}

function findDefaultRef({ head, defaultBranch }: GitRefs): ResolvedRef | undefined {
  return head === undefined ? undefined : { kind: 'default', name: defaultBranch ?? 'HEAD', commit: head };
}

/** The commit and path of a URL. `sourceRef` replaces the ref in the URL. */
export function locate(
  refs: GitRefs,
  url: GithubUrl,
  sourceRef: string | undefined,
): { ref: ResolvedRef; path: string } | undefined {
  const asked = sourceRef === undefined ? undefined : findRef(refs, sourceRef);
  if (sourceRef !== undefined && !asked) return undefined;

  if (url.kind === 'repository') {
    const ref = asked ?? findDefaultRef(refs);
    return ref && { ref, path: '' };
  }
  const inUrl = splitRefAndPath(refs, url.refAndPath, url.kind === 'blob' ? 1 : 0);
  if (!asked) return inUrl;
  // The ref in the URL may no longer exist. Then it is assumed to be one segment long, which nearly all refs are.
  return { ref: asked, path: inUrl?.path ?? url.refAndPath.slice(1).join('/') };
}

/** Divides `feature/x/docs/a.md` into ref and path. The longest existing ref that leaves enough of a path wins. */
function splitRefAndPath(
  refs: GitRefs,
  refAndPath: readonly string[],
  pathPartsMin: 0 | 1,
): { ref: ResolvedRef; path: string } | undefined {
  // A full commit id always means the commit, so that a branch with such a name cannot replace it.
  const partsMax = COMMIT.test(refAndPath[0] ?? '') ? 1 : refAndPath.length - pathPartsMin;
  for (let parts = partsMax; parts > 0; parts -= 1) {
    const ref = findRef(refs, refAndPath.slice(0, parts).join('/'));
    if (ref) return { ref, path: refAndPath.slice(parts).join('/') };
  }
  return undefined;
}

/** True when a branch or tag of this repository points to the commit. */
export const isAdvertised = ({ head, branches, tags }: GitRefs, commit: string): boolean =>
  head === commit || [...branches.values(), ...tags.values()].includes(commit);

const findBranch = ({ branches }: GitRefs, name: string): ResolvedRef | undefined => {
  const commit = branches.get(name);
  return commit === undefined ? undefined : { kind: 'branch', name, commit };
};

const findTag = ({ tags }: GitRefs, name: string): ResolvedRef | undefined => {
  const commit = tags.get(name);
  return commit === undefined ? undefined : { kind: 'tag', name, commit };
};
