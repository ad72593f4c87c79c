/**
 * Reads trees and files of a commit with git's own protocol. Unlike an archive, the result does not depend on rules in
 * the repository.
 */
import type { FetchRequest } from '../../platform/fetch/index.ts';
import {
  type GitWant,
  PROTOCOL_HEADER,
  readFetchAnswer,
  toFetchRequest,
  UPLOAD_PACK_REQUEST,
  UPLOAD_PACK_RESULT,
} from './git-fetch.ts';
import { FOLDER_MODE, readTreeEntries, readTreeId, type TreeEntry } from './git-objects.ts';
import { type GitObjects, MalformedPack, PackTooLarge, readPack } from './git-pack.ts';
import { MalformedPackets } from './git-packets.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { type Asked, type FetchedOk, notFound, rejected, tooLarge, unavailable } from './source-problems.ts';
import { collectTree, type SourceTree } from './source-tree.ts';

export type GitRequest = Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'> & Asked;
/** The guarded fetch with the limits of a source. */
type AskGit = (request: GitRequest) => Promise<FetchedOk>;
export type GitPlace = {
  /** `https://github.com/<owner>/<name>`. */
  readonly url: string;
  readonly commit: string;
  readonly ask: AskGit;
};

const FILE_MODES: readonly string[] = ['100644', '100755'];
const PACK_LIMITS = {
  objectsMax: SOURCE_LIMITS.packObjectsMax,
  objectBytesMax: SOURCE_LIMITS.fileBytesMax,
  unpackedBytesMax: SOURCE_LIMITS.packUnpackedBytesMax,
  deltaDepthMax: SOURCE_LIMITS.packDeltaDepthMax,
} as const;

/** All files of a folder ('' for the root), exactly as in the tree of the commit. */
export async function readGitTree(place: GitPlace, under: string): Promise<SourceTree> {
  const { commit } = place;
  if (under === '') {
    const objects = await fetchObjects(place, { id: commit, type: 'commit', isAlone: false });
    return collect(objects, rootOf(objects, commit));
  }
  const above: TreeEntry[] = [];
  const folder = (await walk(place, under, above)).at(-1);
  if (folder?.mode !== FOLDER_MODE) throw notFound(`There is no folder "${under}" at commit ${commit}.`);
  await requirePlainCheckout(place, above);
  return collect(await fetchObjects(place, { id: folder.id, type: 'tree', isAlone: false }), folder.id);
}

export type GitFile = {
  readonly bytes: Uint8Array;
  /** The tree id of the given folder. Equal ids mean equal files and kinds. */
  readonly folderId: string;
};

/** Reads one file, and the id of the folder `under` on its path. A symlink does not count as a file. */
export async function readGitFile(place: GitPlace, path: string, under: string): Promise<GitFile> {
  const trail = await walk(place, path);
  const entry = trail.at(-1);
  const folder = trail[under === '' ? 0 : under.split('/').length];
  if (entry === undefined || folder === undefined || !FILE_MODES.includes(entry.mode)) {
    throw notFound(`There is no file "${path}" at commit ${place.commit}.`);
  }
  const blob = (await fetchObjects(place, { id: entry.id, type: 'blob', isAlone: true })).get(entry.id);
  if (blob?.type !== 'blob') throw broken();
  return { bytes: blob.bytes, folderId: folder.id };
}

/** With this attribute, git checks out bytes that differ from the stored and reviewed ones. */
const RECODES = /working-tree-encoding/i;

/** The attributes of parent folders affect a checkout of the folder and are not part of the review. */
async function requirePlainCheckout(place: GitPlace, attributes: readonly TreeEntry[]): Promise<void> {
  for (const { id } of attributes) {
    const blob = (await fetchObjects(place, { id, type: 'blob', isAlone: true })).get(id);
    if (blob?.type !== 'blob') throw broken();
    if (RECODES.test(new TextDecoder().decode(blob.bytes)))
      throw rejected('a ".gitattributes" above the folder has git check files out in another encoding');
  }
}

/**
 * The entries from the root of the commit to the path, folder by folder. Empty if the path does not exist. Adds the
 * attribute files of the folders on the way to `attributes`.
 */
async function walk(place: GitPlace, path: string, attributes: TreeEntry[] = []): Promise<TreeEntry[]> {
  const { commit } = place;
  const head = await fetchObjects(place, { id: commit, type: 'commit', isAlone: true });
  let entry: TreeEntry = { mode: FOLDER_MODE, name: '', id: rootOf(head, commit) };
  const trail = [entry];
  for (const part of path.split('/')) {
    if (entry.mode !== FOLDER_MODE) return [];
    const tree = (await fetchObjects(place, { id: entry.id, type: 'tree', isAlone: true })).get(entry.id);
    if (tree?.type !== 'tree') throw broken();
    const entries = readingOf(() => readTreeEntries(tree.bytes));
    attributes.push(...entries.filter(({ name, mode }) => name === '.gitattributes' && mode !== FOLDER_MODE));
    const next = entries.find(({ name }) => name === part);
    if (next === undefined) return [];
    trail.push(next);
    entry = next;
  }
  return trail;
}

const collect = (objects: GitObjects, treeId: string): SourceTree => readingOf(() => collectTree(objects, treeId));

/** Object ids in the pack are computed from content, so the object under the commit's id is that commit. */
function rootOf(objects: GitObjects, commit: string): string {
  const object = objects.get(commit);
  if (object?.type !== 'commit') throw broken();
  return readingOf(() => readTreeId(object.bytes));
}

function readingOf<T>(read: () => T): T {
  try {
    return read();
  } catch (fault) {
    throw toProblem(fault);
  }
}

async function fetchObjects({ url, commit, ask }: GitPlace, want: GitWant): Promise<GitObjects> {
  const bytesMax = SOURCE_LIMITS.archiveBytesMax;
  const ifMissing = `The repository has no commit ${commit}.`;
  const answer = await ask({
    url: `${url}.git/git-upload-pack`,
    method: 'POST',
    headers: { 'content-type': UPLOAD_PACK_REQUEST, accept: UPLOAD_PACK_RESULT, ...PROTOCOL_HEADER },
    body: toFetchRequest(want),
    bytesMax,
    ifMissing,
  });
  if (answer.headers['content-type'] !== UPLOAD_PACK_RESULT) throw broken();
  try {
    const fetched = readFetchAnswer(answer.bytes);
    if (fetched.kind === 'refused') throw notFound(ifMissing);
    return await readPack(fetched.bytes, PACK_LIMITS);
  } catch (fault) {
    throw toProblem(fault);
  }
}

const broken = (cause?: unknown) => unavailable('The source host sent unreadable Git objects.', { cause });

function toProblem(fault: unknown): unknown {
  if (fault instanceof MalformedPack || fault instanceof MalformedPackets) return broken(fault);
  if (!(fault instanceof PackTooLarge)) return fault;
  if (fault.limit === 'objectsMax') return rejected(`it has more than ${PACK_LIMITS.objectsMax} objects of git`);
  if (fault.limit === 'deltaDepthMax') return broken(fault);
  return tooLarge(PACK_LIMITS[fault.limit]);
}
