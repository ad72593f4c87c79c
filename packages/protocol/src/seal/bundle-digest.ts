import type { Sha256 } from '../ids.ts';
import type { GitMode } from '../wire/sealed.ts';
import { sha256Hex } from './digest.ts';
import { toLineFeeds } from './line-endings.ts';
import { SealError } from './seal-error.ts';

export type BundleFile = {
  readonly path: string;
  /** For a link, its target as text. For a submodule, the 40 hex digits of its commit. */
  readonly bytes: Uint8Array;
  /** (d) 100644 */
  readonly mode?: GitMode | undefined;
};
export type FileDigest = { path: string; mode: GitMode; size: number; sha256: Sha256 };
export type BundleDigests = {
  entrySha256: Sha256;
  skillMdSha256: Sha256 | null;
  rawSha256: Sha256;
  bundleSha256: Sha256;
  treeSha256: Sha256;
  files: FileDigest[];
};

/** A file with default attributes. */
export const PLAIN_FILE: GitMode = '100644';
export const SUBMODULE: GitMode = '160000';

/** Every digest of a bundle, in the shape of the payload. `files` are sorted by path bytes. */
export function describeBundle(files: readonly BundleFile[], entry: string): BundleDigests {
  const entryFile = files.find((file) => file.path === entry && isContent(file));
  if (!entryFile) throw new SealError('entry_missing');

  const digests = sortByPathBytes(
    files.map(({ path, mode = PLAIN_FILE, bytes }) => ({ path, mode, size: bytes.length, sha256: sha256Hex(bytes) })),
  );
  const entrySha256 = sha256Hex(toLineFeeds(entryFile.bytes));
  return {
    entrySha256,
    skillMdSha256: isSkillMd(entry) ? entrySha256 : null,
    rawSha256: sha256Hex(entryFile.bytes),
    bundleSha256: bundleSha256(digests),
    treeSha256: treeSha256(digests),
    files: digests,
  };
}

type Listed = { readonly path: string; readonly sha256: string; readonly mode?: GitMode | undefined };

/**
 * SHA-256 over `path 0x00 hex 0x0A` of every file, sorted by the UTF-8 bytes of the path. Excludes submodules, which
 * have no bytes of their own.
 */
export function bundleSha256(files: readonly Listed[]): Sha256 {
  const manifest = sortByPathBytes(files.filter(isContent)).map(({ path, sha256 }) => `${path}\0${sha256}\n`);
  return sha256Hex(new TextEncoder().encode(manifest.join('')));
}

/** SHA-256 over `mode 0x20 path 0x00 hex 0x0A`, including submodules. A link and a file with the same bytes differ. */
export function treeSha256(files: readonly Listed[]): Sha256 {
  const manifest = sortByPathBytes(files).map(({ mode = PLAIN_FILE, path, sha256 }) => `${mode} ${path}\0${sha256}\n`);
  return sha256Hex(new TextEncoder().encode(manifest.join('')));
}

const isContent = ({ mode }: { readonly mode?: GitMode | undefined }): boolean => mode !== SUBMODULE;

/** Case-sensitive: a client that looks for SKILL.md would not read `skill.md`. */
const isSkillMd = (path: string): boolean => path.split('/').at(-1) === 'SKILL.md';

function sortByPathBytes<File extends { readonly path: string }>(files: readonly File[]): File[] {
  const encoder = new TextEncoder();
  const keyed = files.map((file) => ({ file, key: encoder.encode(requirePath(file.path)) }));
  keyed.sort((a, b) => compareBytes(a.key, b.key));
  for (const [index, { file }] of keyed.entries()) {
    if (keyed[index - 1]?.file.path === file.path) throw new SealError('duplicate_path');
  }
  return keyed.map(({ file }) => file);
}

/** A NUL would let two different bundles share one manifest; a lone surrogate would be encoded as U+FFFD and collide. */
export function requirePath(path: string): string {
  if (path === '' || path.includes('\0') || !path.isWellFormed()) throw new SealError('bad_path');
  return path;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
