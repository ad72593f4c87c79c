/** Parses commits and trees. */
import { MalformedPack } from './git-pack.ts';

export type TreeEntry = {
  /** As stored in the tree: a folder is `40000`. */
  readonly mode: string;
  /** Undefined if the name is not UTF-8, because it is ambiguous. */
  readonly name: string | undefined;
  readonly id: string;
};

export const FOLDER_MODE = '40000';
const ID_BYTES = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readTreeId(commit: Buffer): string {
  const [, id] = /^tree ([0-9a-f]{40})\n/.exec(commit.toString('latin1', 0, 64)) ?? [];
  if (id === undefined) throw new MalformedPack('a commit names no tree');
  return id;
}

/** In tree order. */
export function readTreeEntries(tree: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + ID_BYTES > tree.length) throw new MalformedPack('a tree cannot be read');
    entries.push({
      mode: tree.toString('latin1', at, space),
      name: findUtf8(tree.subarray(space + 1, end)),
      id: tree.toString('hex', end + 1, end + 1 + ID_BYTES),
    });
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

function findUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
