import type { Source } from '@assay/protocol';
import { type Entry, findEntry } from './entry.policy.ts';
import { notFound } from './source-problems.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import type { SourceLocation, Sources } from './sources.service.ts';

type SourceAddress = {
  readonly sourceUrl: string;
  readonly sourceRef?: string | undefined;
  readonly entry?: string | undefined;
};

/** A repository folder at one commit, with its entry file. */
export type OpenedSource = {
  readonly location: SourceLocation;
  /** The selected folder of the repository, '' for its root. */
  readonly under: string;
  readonly tree: SourceTree;
  readonly entry: Entry;
  readonly source: Source;
};

export async function openSource(
  sources: Pick<Sources, 'resolve' | 'readTree'>,
  { sourceUrl, sourceRef, entry: wanted }: SourceAddress,
): Promise<OpenedSource> {
  const location = await sources.resolve(sourceUrl, sourceRef);
  const { under, file } = toFolder(location);
  const tree = await sources.readTree({ ...location, under });
  const asked = wanted ?? file;
  const entry = findEntry(
    readableOf(tree).map(({ path }) => path),
    asked,
  );
  if (entry === undefined) throw notFound(describeMissing(asked));
  const { repo, commit } = location;
  const path = under === '' ? entry.path : `${under}/${entry.path}`;
  const url = `https://github.com/${repo.owner}/${repo.name}`;
  return {
    location,
    under,
    tree,
    entry,
    source: { type: 'github', url, ref: commit, commit, entry: path, binding: 'COMMIT' },
  };
}

/** Files with bytes of their own. Symlinks are not followed, and the content of a submodule lies elsewhere. */
export const readableOf = ({ files }: SourceTree): SourceFile[] =>
  files.filter(({ kind }) => kind === 'file' || kind === 'exec');

/** The URL of a file selects its folder, with the file as entry. */
function toFolder({ kind, path }: SourceLocation): { under: string; file: string | undefined } {
  if (kind !== 'blob') return { under: path, file: undefined };
  const slash = path.lastIndexOf('/');
  return { under: path.slice(0, Math.max(0, slash)), file: path.slice(slash + 1) };
}

const describeMissing = (asked: string | undefined): string =>
  asked === undefined
    ? 'There is no SKILL.md, OpenAPI document, tool manifest or contract here. Set `entry` to the main file.'
    : `There is no file "${asked}" here.`;
