import { readHead } from '@assay/audit/manifest';
import {
  BUNDLE_LIMITS,
  CommitSha,
  Problem,
  type Sha256,
  type SourcePreview,
  type SourceQuery,
  type SourceRequest,
  sha256Hex,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { type OpenedSource, openSource, readableOf } from './opened-source.ts';
import { rejected, tooLarge } from './source-problems.ts';
import { modeOf, type SourceFile } from './source-tree.ts';
import type { Sources } from './sources.service.ts';

type Deps = { readonly sources: Pick<Sources, 'resolve' | 'readTree'>; readonly clock: { now(): Date } };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const NAME_MAX = 128;
const DESCRIPTION_MAX = 2000;
const Position = z.tuple([CommitSha, z.int().positive()]);

/** Shows a repository as a submission would read it: at one commit, file by file. */
export function createPreview({ sources, clock }: Deps) {
  return async function preview(
    request: z.infer<typeof SourceRequest>,
    { limit, cursor }: SourceQuery,
  ): Promise<SourcePreview> {
    const now = clock.now();
    const [commit, from] = cursor === undefined ? [undefined, 0] : readCursor(Position, cursor, now);
    const opened = await openSource(sources, request);
    // Pages of two commits would show a tree that never existed.
    if (commit !== undefined && commit !== opened.location.commit) throw new Problem('cursor_expired');

    const files = readableOf(opened.tree);
    const entryContent = readEntry(files, opened.entry.path);
    const end = from + limit;
    return {
      source: opened.source,
      entry: opened.entry.path,
      entryContent,
      files: files.slice(from, end).map(toListed),
      total: { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) },
      nextCursor: end < files.length ? toCursor([opened.location.commit, end], now) : null,
      detected: { productType: opened.entry.productType, ...describe(entryContent, opened) },
      warnings: warningsOf(opened),
    };
  };
}
export type Preview = ReturnType<typeof createPreview>;

const toListed = ({ path, bytes, kind }: SourceFile) => ({
  path,
  mode: modeOf({ kind }),
  size: bytes.length,
  sha256: sha256Hex(bytes) as Sha256,
  text: findText(bytes) !== undefined,
});

function readEntry(files: readonly SourceFile[], path: string): string {
  const bytes = files.find((file) => file.path === path)?.bytes ?? new Uint8Array();
  if (bytes.length > BUNDLE_LIMITS.skillMdBytesMax) throw tooLarge(BUNDLE_LIMITS.skillMdBytesMax);
  const text = findText(bytes);
  if (text === undefined) throw rejected(`its entry "${path}" is not text in UTF-8`);
  return text;
}

function findText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The entry's own metadata. A missing name is derived from its location. */
function describe(entryContent: string, { location: { repo, commit }, under }: OpenedSource) {
  const place = under === '' ? repo.name : under.slice(under.lastIndexOf('/') + 1);
  const { name = place, version = commit.slice(0, 12), description = '' } = readHead(entryContent);
  return {
    name: name.slice(0, NAME_MAX),
    version: version.slice(0, NAME_MAX),
    description: description.slice(0, DESCRIPTION_MAX),
  };
}

function warningsOf({ location: { isAdvertised, commit }, tree: { files } }: OpenedSource): string[] {
  const links = files.filter(({ kind }) => kind === 'symlink').map(({ path }) => path);
  const submodules = files.filter(({ kind }) => kind === 'submodule').map(({ path }) => path);
  return [
    ...(isAdvertised ? [] : [`No branch or tag points to commit ${commit}: it may come from a fork.`]),
    ...links.map((path) => `${path} is a symbolic link and is not followed.`),
    ...submodules.map((path) => `${path} is a submodule; its files are not part of this repository.`),
  ];
}
