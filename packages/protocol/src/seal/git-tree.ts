/** Git object ids, computed from the bytes, so that the target of a commit is verified. */
import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GitMode } from '../wire/sealed.ts';
import { type BundleFile, compareBytes, PLAIN_FILE, requirePath, SUBMODULE } from './bundle-digest.ts';
import { SealError } from './seal-error.ts';

const FOLDER_MODE = '40000';
const OBJECT_ID = /^[0-9a-f]{40}$/;

/** SHA-1 over `type length 0x00 bytes`, the id of a git object. */
export function gitObjectId(type: 'blob' | 'tree' | 'commit' | 'tag', bytes: Uint8Array): string {
  return bytesToHex(sha1(concatBytes(utf8ToBytes(`${type} ${bytes.length}\0`), bytes)));
}

type Folder = Map<string, Folder | Entry>;
type Entry = { readonly mode: GitMode; readonly id: string };

/**
 * The id of the tree that contains exactly these files. Throws SealError. Git has no empty folders, so the files define
 * the tree. The bytes of a submodule are the 40 hex digits of its commit.
 */
export function gitTreeId(files: readonly BundleFile[]): string {
  const root: Folder = new Map();
  for (const { path, mode = PLAIN_FILE, bytes } of files) {
    const parts = requirePath(path).split('/');
    const name = parts.pop() ?? '';
    const folder = parts.reduce(openFolder, root);
    if (!isName(name)) throw new SealError('bad_path');
    if (folder.has(name)) throw new SealError('duplicate_path');
    folder.set(name, { mode, id: mode === SUBMODULE ? commitOf(bytes) : gitObjectId('blob', bytes) });
  }
  return idOfFolder(root);
}

function openFolder(parent: Folder, name: string): Folder {
  if (!isName(name)) throw new SealError('bad_path');
  const known = parent.get(name);
  if (known !== undefined && !(known instanceof Map)) throw new SealError('duplicate_path');
  const folder: Folder = known ?? new Map();
  parent.set(name, folder);
  return folder;
}

/** Git rejects these names; a tree that has them was crafted. */
const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..';

function commitOf(bytes: Uint8Array): string {
  const id = new TextDecoder().decode(bytes);
  if (!OBJECT_ID.test(id)) throw new SealError('malformed');
  return id;
}

function idOfFolder(folder: Folder): string {
  const entries = [...folder].map(([name, inner]) => {
    const isFolder = inner instanceof Map;
    const { mode, id } = isFolder ? { mode: FOLDER_MODE, id: idOfFolder(inner) } : inner;
    // Git sorts a folder as if its name ended in a slash.
    return { key: utf8ToBytes(isFolder ? `${name}/` : name), name, mode, id };
  });
  entries.sort((a, b) => compareBytes(a.key, b.key));
  const lines = entries.map(({ mode, name, id }) => concatBytes(utf8ToBytes(`${mode} ${name}\0`), hexToBytes(id)));
  return gitObjectId('tree', concatBytes(...lines));
}
