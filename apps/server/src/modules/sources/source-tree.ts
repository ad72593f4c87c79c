/** Converts the objects of a git tree into the files of a bundle, within limits, and proves that they are that tree. */
import { findLinksThatLeave, type GitMode, gitTreeId, SealError } from '@assay/protocol';
import { FOLDER_MODE, readTreeEntries, type TreeEntry } from './git-objects.ts';
import { type GitObjects, MalformedPack } from './git-pack.ts';
import { createNameRegister } from './name-register.ts';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';
import { rejected, tooLarge } from './source-problems.ts';

export type SourceFileKind = 'file' | 'exec' | 'symlink' | 'submodule';
export type SourceFile = {
  /** Relative to the requested folder. */
  path: string;
  /** As git stores them: the target text of a symlink, the 40-digit commit of a submodule. */
  bytes: Uint8Array;
  kind: SourceFileKind;
  /** The symlink target, as stored. Never followed. */
  target?: string;
};

export type SourceTree = { files: readonly SourceFile[] };

const KINDS: Readonly<Record<string, SourceFileKind>> = {
  '100644': 'file',
  '100755': 'exec',
  '120000': 'symlink',
  '160000': 'submodule',
};
const MODES: Readonly<Record<SourceFileKind, GitMode>> = {
  file: '100644',
  exec: '100755',
  symlink: '120000',
  submodule: '160000',
};

/** The git mode of this kind of file. */
export const modeOf = ({ kind }: Pick<SourceFile, 'kind'>): GitMode => MODES[kind];

/** Every file under the tree `treeId`. Throws unless the files reproduce that tree. */
export function collectTree(objects: GitObjects, treeId: string): SourceTree {
  const collector = createCollector(objects);
  collector.open(treeId, '');
  const { files } = collector;
  requireInside(files);
  if (idOf(files) !== treeId) throw rejected('its tree holds entries that git itself would not write');
  return { files };
}

/** The git tree id of these files. Undefined when no tree could contain them. */
function idOf(files: readonly SourceFile[]): string | undefined {
  try {
    return gitTreeId(files.map((file) => ({ path: file.path, bytes: file.bytes, mode: modeOf(file) })));
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** A symlink out of the bundle refers to an unreviewed file. */
export function requireInside(files: readonly SourceFile[]): void {
  const links = files.flatMap(({ path, kind, target }) => (kind === 'symlink' ? [{ path, target: target ?? '' }] : []));
  const [leaver] = findLinksThatLeave(links);
  if (leaver === undefined) return;
  throw rejected(`the symbolic link "${leaver.path}" leads out of it, to ${JSON.stringify(leaver.target)}`);
}

function createCollector(objects: GitObjects) {
  const files: SourceFile[] = [];
  const names = createNameRegister();
  let walked = 0;
  let keptBytes = 0;

  /** Enters folders one by one. A tree may reference another any number of times, so each visit counts. */
  function open(treeId: string, prefix: string): void {
    const entries = readTreeEntries(get(objects, treeId, 'tree'));
    walked += entries.length;
    if (walked > SOURCE_LIMITS.walkedEntriesMax) {
      throw rejected(`it has more than ${SOURCE_LIMITS.walkedEntriesMax} files and folders`);
    }
    for (const entry of entries) {
      const path = pathOf(entry, prefix);
      if (entry.mode === FOLDER_MODE) open(entry.id, `${path}/`);
      else keep(path, entry);
    }
  }

  function keep(path: string, { mode, id }: TreeEntry): void {
    const kind = KINDS[mode];
    if (kind === undefined) throw rejected(`"${path}" has the mode ${mode}, which git no longer writes`);
    const bytes = kind === 'submodule' ? Buffer.from(id) : get(objects, id, 'blob');
    if (bytes.length > SOURCE_LIMITS.fileBytesMax) throw tooLarge(SOURCE_LIMITS.fileBytesMax);
    keptBytes += bytes.length;
    if (keptBytes > SOURCE_LIMITS.unpackedBytesMax) throw tooLarge(SOURCE_LIMITS.unpackedBytesMax);
    names.claim(path);
    if (files.length >= SOURCE_LIMITS.filesMax) throw rejected(`it has more than ${SOURCE_LIMITS.filesMax} files`);
    files.push(kind === 'symlink' ? { path, bytes, kind, target: bytes.toString('utf8') } : { path, bytes, kind });
  }

  return { open, files };
}

function pathOf({ name }: TreeEntry, prefix: string): string {
  if (name === undefined) throw rejected(`a name under "${prefix}" is not UTF-8`);
  const path = `${prefix}${name}`;
  const fault = findPathFault(path);
  if (fault) throw rejected(`the path ${JSON.stringify(path)} is not usable: ${fault}`);
  return path;
}

function get(objects: GitObjects, id: string, type: 'tree' | 'blob'): Buffer {
  const object = objects.get(id);
  if (object?.type !== type) throw new MalformedPack(`the pack has no ${type} ${id}`);
  return object.bytes;
}
