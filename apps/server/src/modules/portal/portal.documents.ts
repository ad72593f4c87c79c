import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '@assay/portal/server';

const DOCS = fileURLToPath(new URL('../../../../../docs/', import.meta.url));
const MARKDOWN = /\.md$/;

/** The repository's documents that pages show. Only names in the list of their folder are served. */
export function createDocuments(): Place['documents'] {
  const kept = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const names = (folder: string): readonly string[] => {
    const known = lists.get(folder);
    if (known !== undefined) return known;
    const found = readdirSync(join(DOCS, folder)).filter((name) => MARKDOWN.test(name));
    const list = found.map((name) => name.replace(MARKDOWN, '')).sort();
    lists.set(folder, list);
    return list;
  };
  return {
    names,
    read(folder, name) {
      if (!names(folder).includes(name)) return undefined;
      const path = join(DOCS, folder, `${name}.md`);
      const text = kept.get(path) ?? readFileSync(path, 'utf8');
      kept.set(path, text);
      return text;
    },
  };
}
