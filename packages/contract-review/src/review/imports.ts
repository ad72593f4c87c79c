import { CONTRACT_LIMITS } from '../limits.ts';
import type { SourceUnit } from '../syntax/ast.ts';
import type { MissingImport, Source } from './sources.ts';

/** Sources that ship with the engine, by import path. */
type Library = (path: string) => string | undefined;

type Resolved = {
  readonly sources: readonly Source[];
  readonly missing: readonly MissingImport[];
  /** `importing file␀written path` → the path of the source. */
  readonly links: ReadonlyMap<string, string>;
  /** Files beyond a limit: not read, or with imports that were not followed. */
  readonly left: readonly string[];
};

const normal = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

/** Candidate locations of an import: relative to the file, the root, common tool folders, and the engine's library. */
function* candidates(from: string, path: string): Generator<string> {
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  if (path.startsWith('.')) yield normal(`${folder}/${path}`);
  else {
    yield normal(path);
    for (const root of ['contracts', 'src', 'lib', 'node_modules']) yield normal(`${root}/${path}`);
    const [first = '', ...rest] = path.split('/');
    yield normal(`lib/${first}/src/${rest.join('/')}`);
    yield normal(`lib/${first}/${rest.join('/')}`);
    yield normal(`lib/${first.replace(/^@/, '')}-contracts/${rest.join('/')}`);
  }
}

/**
 * Follows imports through the bundle and then through the engine's library. Circular imports terminate, because every
 * source is taken once.
 */
export async function resolveImports(
  given: readonly Source[],
  others: readonly Source[],
  library: Library,
  read: (source: Source) => Promise<SourceUnit>,
): Promise<Resolved & { units: SourceUnit[] }> {
  const bundle = new Map([...given, ...others].map((source) => [source.path, source]));
  const taken = new Map<string, Source>();
  const units: SourceUnit[] = [];
  const missing: MissingImport[] = [];
  const links = new Map<string, string>();
  const waiting = [...given];
  const left = new Set<string>();
  while (waiting.length > 0 && taken.size < CONTRACT_LIMITS.sourcesMax) {
    const source = waiting.shift();
    if (source === undefined || taken.has(source.path)) continue;
    taken.set(source.path, source);
    const unit = await read(source);
    units.push(unit);
    if (unit.imports.length > CONTRACT_LIMITS.importsMax) left.add(source.path);
    for (const { path, start, end } of unit.imports.slice(0, CONTRACT_LIMITS.importsMax)) {
      const found = findSource(source.path, path, bundle, library);
      if (found === undefined) missing.push({ at: { file: source.path, start, end }, path });
      else {
        links.set(`${source.path}\0${path}`, found.path);
        waiting.push(found);
      }
    }
  }
  for (const { path } of waiting) if (!taken.has(path)) left.add(path);
  return { sources: [...taken.values()], units, missing, links, left: [...left] };
}

function findSource(
  from: string,
  path: string,
  bundle: ReadonlyMap<string, Source>,
  library: Library,
): Source | undefined {
  const all = [...candidates(from, path)];
  const own = all.map((one) => bundle.get(one)).find((one) => one !== undefined);
  if (own !== undefined) return own;
  for (const one of [...all, path]) {
    const text = library(one);
    if (text !== undefined) return { path: one, text };
  }
  return undefined;
}
