import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleFile } from '@assay/audit';
import { isFaithfulName } from '@assay/client/read-folder';
import { describeFault } from './fault.ts';

/**
 * Memory limits for one skill. They exceed the engine's own limits, so that an ordinary excess reaches the engine and
 * becomes a finding. Files above these limits are reported as not read, and the skill is not called safe.
 */
export const READ_LIMITS = {
  fileBytesMax: 16 * 1024 * 1024,
  skillBytesMax: 64 * 1024 * 1024,
  filesMax: 10_000,
  depthMax: 64,
} as const;

export type ReadLimits = Readonly<Record<keyof typeof READ_LIMITS, number>>;
type ReadGap = { readonly path: string; readonly reason: string };
type SkillContent = { readonly files: readonly BundleFile[]; readonly gaps: readonly ReadGap[] };

/** Every file below the root, unchanged, in path order. Links are separate entries and never followed. */
export function readSkill(root: string, limits: ReadLimits = READ_LIMITS): SkillContent {
  const files: BundleFile[] = [];
  const gaps: ReadGap[] = [];
  let bytesLeft = limits.skillBytesMax;

  const take = (path: string, entry: Dirent): void => {
    if (files.length >= limits.filesMax) {
      gaps.push({ path, reason: `more than ${limits.filesMax} files` });
      return;
    }
    try {
      const file = readEntry(root, path, entry, Math.min(limits.fileBytesMax, bytesLeft));
      files.push(file.entry);
      bytesLeft -= file.entry.bytes.length;
      if (file.gap !== undefined) gaps.push({ path, reason: file.gap });
    } catch (error) {
      gaps.push({ path, reason: describeFault(error) });
    }
  };

  const queue = [{ folder: '', depth: 0 }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const entry of list(root, next.folder, gaps)) {
      const path = next.folder === '' ? entry.name : `${next.folder}/${entry.name}`;
      if (!isFaithfulName(entry.name)) gaps.push({ path, reason: 'its name is not UTF-8' });
      else if (!entry.isDirectory()) take(path, entry);
      else if (next.depth < limits.depthMax) queue.push({ folder: path, depth: next.depth + 1 });
      else gaps.push({ path, reason: 'folders are nested too deeply' });
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), gaps };
}

function list(root: string, folder: string, gaps: ReadGap[]): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    gaps.push({ path: folder === '' ? '.' : folder, reason: describeFault(error) });
    return [];
  }
}

type Read = { readonly entry: BundleFile; readonly gap?: string };

function readEntry(root: string, path: string, entry: Dirent, bytesMax: number): Read {
  const at = join(root, path);
  if (entry.isSymbolicLink()) {
    const target = readlinkSync(at);
    return { entry: { path, kind: 'symlink', target, bytes: Buffer.from(target) } };
  }
  if (!entry.isFile()) {
    return { entry: { path, bytes: new Uint8Array() }, gap: 'neither a file nor a folder (pipe, socket or device)' };
  }
  return readFile(at, path, bytesMax);
}

/** Repeats the checks of the listing on the open file, because the file may have been replaced in between. */
function readFile(at: string, path: string, bytesMax: number): Read {
  const descriptor = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    const kind = (stat.mode & 0o111) === 0 ? 'file' : 'exec';
    if (!stat.isFile()) return { entry: { path, bytes: new Uint8Array() }, gap: 'changed while it was read' };
    const bytes = readUpTo(descriptor, Math.min(stat.size, bytesMax));
    const gap = stat.size > bytes.length ? { gap: `${stat.size} bytes, read ${bytes.length}` } : {};
    return { entry: { path, kind, bytes }, ...gap };
  } finally {
    closeSync(descriptor);
  }
}

function readUpTo(descriptor: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
