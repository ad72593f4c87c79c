import { BUNDLE_LIMITS, type Sha256, type SourcePreview, type SourceRequest, sha256Hex } from '@assay/protocol';
import type { z } from 'zod';
import { findEntry } from './entry.policy.ts';
import { readFrontMatter } from './front-matter.ts';
import { notFound, rejected, tooLarge } from './source-problems.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import type { SourceLocation, Sources } from './sources.service.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const NAME_MAX = 128;
const DESCRIPTION_MAX = 2000;

/** Shows a repository as a submission would take it: at one commit, file by file. */
export function createPreview(sources: Pick<Sources, 'resolve' | 'readTree'>) {
  return async function preview(request: z.infer<typeof SourceRequest>): Promise<SourcePreview> {
    const location = await sources.resolve(request.sourceUrl, request.sourceRef);
    const { under, file } = toFolder(location);
    const tree = await sources.readTree({ ...location, under });

    const readable = tree.files.filter(({ kind }) => kind === 'file' || kind === 'exec');
    const asked = request.entry ?? file;
    const entry = findEntry(
      readable.map(({ path }) => path),
      asked,
    );
    if (entry === undefined) throw notFound(describeMissing(asked));
    const entryContent = readEntry(readable, entry.path);
    const { repo, commit } = location;
    return {
      source: {
        ...{ type: 'github', url: `https://github.com/${repo.owner}/${repo.name}`, ref: commit, commit },
        ...{ entry: under === '' ? entry.path : `${under}/${entry.path}`, binding: 'COMMIT' },
      },
      entry: entry.path,
      entryContent,
      files: readable.map(({ path, bytes }) => ({
        ...{ path, size: bytes.length, sha256: sha256Hex(bytes) as Sha256 },
        text: findText(bytes) !== undefined,
      })),
      detected: { productType: entry.productType, ...describe(entryContent, location, under) },
      warnings: warningsOf(location, tree),
    };
  };
}
export type Preview = ReturnType<typeof createPreview>;

/** A URL of a file means its folder, with the file as entry. */
function toFolder({ kind, path }: SourceLocation): { under: string; file: string | undefined } {
  if (kind !== 'blob') return { under: path, file: undefined };
  const slash = path.lastIndexOf('/');
  return { under: path.slice(0, Math.max(0, slash)), file: path.slice(slash + 1) };
}

const describeMissing = (asked: string | undefined): string =>
  asked === undefined
    ? 'There is no SKILL.md, OpenAPI document, tool manifest or contract here. Name the main file as entry.'
    : `There is no file "${asked}" here.`;

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

/** What the entry says of itself; a name it does not give is taken from where it lies. */
function describe(entryContent: string, { repo, commit }: SourceLocation, under: string) {
  const { name, version, description } = readFrontMatter(entryContent);
  const place = under === '' ? repo.name : under.slice(under.lastIndexOf('/') + 1);
  return {
    name: (name || place).slice(0, NAME_MAX),
    version: (version || commit.slice(0, 12)).slice(0, NAME_MAX),
    description: (description ?? '').slice(0, DESCRIPTION_MAX),
  };
}

function warningsOf({ isAdvertised, commit }: SourceLocation, { files, exportRules }: SourceTree): string[] {
  const links = files.filter(({ kind }) => kind === 'symlink').map(({ path }) => path);
  const submodules = files.filter(({ kind }) => kind === 'submodule').map(({ path }) => path);
  return [
    ...(isAdvertised ? [] : [`No branch or tag ends at commit ${commit}: it may come from a fork.`]),
    ...links.map((path) => `${path} is a symbolic link and is not followed.`),
    ...submodules.map((path) => `${path} is a submodule; its files are not part of this repository.`),
    ...exportRules.map((path) => `${path} may keep files out of what was read, or change them.`),
  ];
}
