import { posix } from 'node:path';
import type { TakenFile } from '@assay/analysis/bundle/read-bundle';
import { READING_LIMITS } from '../limits.ts';

const LINK = /\]\(\s*<?([^)\s>#?]{1,200})/g;
/** A path in code or prose that contains a folder in which skills keep their own files. */
const OWN_PATH =
  /(?<![\w/.:~$@-])(?:\.\/)?((?:scripts?|references?|assets|templates?|resources?|rules|prompts|agents|hooks|commands)\/[\w./-]{1,150}\.[a-z]\w{0,7})\b/gi;
const IS_ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|~|mailto)|[*{}<$]|^\.{3}/i;
const HAS_EXTENSION = /\.[A-Za-z]\w{0,7}$/;

const DOCUMENTS: ReadonlySet<string> = new Set(['markdown', 'text']);

/** Files that documents of the product refer to and that the product does not contain. Each file is listed once. */
export function findMissing(files: readonly Pick<TakenFile, 'path' | 'text' | 'language'>[]): string[] {
  const present = new Set(files.map(({ path }) => path.toLowerCase()));
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path.toLowerCase())));
  const missing = new Set<string>();
  for (const { path, text, language } of files) {
    if (text === null || !DOCUMENTS.has(language)) continue;
    for (const name of [...text.matchAll(LINK), ...text.matchAll(OWN_PATH)].map(([, found = '']) => found)) {
      if (IS_ELSEWHERE.test(name) || !HAS_EXTENSION.test(name)) continue;
      const places = [posix.join(posix.dirname(path), name), posix.normalize(name)];
      if (places.some((place) => isThere(place.toLowerCase(), present, folders))) continue;
      missing.add(places[0] ?? name);
      if (missing.size >= READING_LIMITS.missingListedMax) return [...missing].sort();
    }
  }
  return [...missing].sort();
}

/** A path that leaves the product cannot be resolved and counts as missing. */
const isThere = (place: string, present: ReadonlySet<string>, folders: ReadonlySet<string>): boolean =>
  present.has(place) || folders.has(place.replace(/\/$/, ''));

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
