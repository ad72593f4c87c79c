import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalFolder } from '@assay/client';
import { readFolder } from '@assay/client/node';
import { bundleSha256, treeSha256 } from '@assay/protocol/bundle-digest';
import { sha256Hex } from '@assay/protocol/digest';
import type { TreeFile } from './git.ts';
import type { InstallerMetadata } from './installer-metadata.ts';

export type Digests = { readonly bundleSha256: string; readonly treeSha256: string };

export function digestsOf(files: readonly TreeFile[]): Digests {
  const listed = files.map(({ path, mode, bytes }) => ({ path, mode, sha256: sha256Hex(bytes) }));
  return { bundleSha256: bundleSha256(listed), treeSha256: treeSha256(listed) };
}

export type InstalledFolder = {
  readonly content: LocalFolder;
  readonly files: readonly TreeFile[];
  readonly digests: Digests;
  /** The fields that were removed from SKILL.md in these files. */
  readonly metadata?: InstallerMetadata;
};

/** A local folder with its executable bits. */
export async function readInstalled(folder: string): Promise<InstalledFolder> {
  const content = await readFolder(folder);
  const files = content.files.map(({ path, bytes }): TreeFile => {
    const isExecutable = (lstatSync(join(folder, path)).mode & 0o100) !== 0;
    return { path, bytes, mode: isExecutable ? '100755' : '100644' };
  });
  return { content, files, digests: digestsOf(files) };
}
