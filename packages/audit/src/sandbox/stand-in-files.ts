import { normalisePath } from './places.ts';

/**
 * Whoever types `clean.py input.csv` has that file. These stand for what a command line names and nobody has: small, plausible, and the
 * same in every run.
 */

const TABLE =
  'id,name,email,date,amount,category\n1,Ada,ada@example.com,2026-01-15,12.50,books\n2,Grace,grace@example.com,2026-02-20,7.25,travel\n';
const RECORD = '{"name": "example", "version": "1.0.0", "items": [{"id": 1, "name": "Ada", "value": 12.5}]}\n';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const CONTENTS: Record<string, string> = {
  csv: TABLE,
  tsv: TABLE.replaceAll(',', '\t'),
  json: RECORD,
  jsonl: '{"id": 1, "name": "Ada"}\n{"id": 2, "name": "Grace"}\n',
  ipynb:
    '{"cells": [{"cell_type": "code", "source": ["1 + 1"], "outputs": [], "metadata": {}}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
  md: '# Example\n\nA paragraph with a [link](https://example.com).\n\n- one\n- two\n',
  log: '2026-03-12T10:15:30Z INFO started\n2026-03-12T10:15:31Z ERROR failed id=1\n',
  yaml: 'name: example\nversion: 1\nitems:\n  - id: 1\n    name: Ada\n',
  toml: '[project]\nname = "example"\nversion = "1.0.0"\n',
  ini: '[main]\nname = example\n',
  html: '<!doctype html><html><head><title>Example</title></head><body><p>Text</p></body></html>\n',
  xml: '<?xml version="1.0"?><root><item id="1">Ada</item></root>\n',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
  py: 'def main():\n    return 1\n',
  js: 'function main() {\n  return 1;\n}\nmain();\n',
  ts: 'export const main = (): number => 1;\n',
  sh: 'echo example\n',
  sql: 'CREATE TABLE items (id INTEGER, name TEXT);\n',
  env: 'NAME=example\n',
  pdf: '%PDF-1.4\n%%EOF\n',
};
const SAME: Record<string, string> = {
  yml: 'yaml',
  htm: 'html',
  mjs: 'js',
  cjs: 'js',
  cfg: 'ini',
  conf: 'ini',
  geojson: 'json',
  ndjson: 'jsonl',
};
const PICTURES = /^(?:png|jpe?g|gif|webp|bmp|ico|tiff?)$/;

/** What such a file holds; a name without an ending is taken for what the program reads. */
export function standInBytes(path: string, ending: string): Uint8Array {
  const given = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ending;
  if (PICTURES.test(given)) return PICTURE;
  return Buffer.from(CONTENTS[SAME[given] ?? given] ?? 'first line\nsecond line\n');
}

const OUTWARD = /^-{1,2}(?:o|out\w*|dest\w*|to|save\w*|report|log\w*|cache|target)$/i;
const PATH_WORD = /^(?!-|~|\/|[a-z][a-z0-9+.-]*:\/\/)(?=[^*?$`{}<>|=]+$)(?:.*\/.*|.*[^.\s]\.[a-z][a-z0-9]{0,5})$/i;

/** Words of a command line that name something to work on. */
export function namedPaths(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const [option = '', ...rest] = word.startsWith('-') && word.includes('=') ? word.split('=') : ['', word];
    const value = rest.join('=');
    const isOutward = OUTWARD.test(option) || OUTWARD.test(words[at - 1] ?? '');
    return !isOutward && PATH_WORD.test(value) && !/\.\.(?:\/|$)/.test(value) ? [value] : [];
  });
}

const OWN_DEFAULTS = [
  /\$\{\d:-([^}"'\s]+)\}/g,
  /(?:\|\||\?\?|\belse\b)\s*["']([^"'\n]+)["']/g,
  /\bdefault\s*[=:]\s*(?:Path\()?["']([^"'\n]+)["']/g,
];
const WRITES = /out|dest|save|report|cache|state|write/i;

/** What a program takes when it is told nothing. */
export function defaultPaths(code: string): string[] {
  const found = OWN_DEFAULTS.flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const line = code.slice(code.lastIndexOf('\n', match.index) + 1, match.index + match[0].length);
      return WRITES.test(line) ? [] : [match[1] ?? ''];
    }),
  );
  return namedPaths(found);
}

export type StandIns = {
  offer(paths: readonly string[], ending: string): void;
  /** The files to make for a path that was looked for and is not there; none unless it was offered. */
  take(path: string): { path: string; bytes: Uint8Array }[];
};

const isFile = (path: string): boolean => /[^/.]\.[a-z0-9]{1,6}$/i.test(path);

/** Each is made once, when it is first looked for: a folder with two files where the name says so. */
export function createStandIns(work: string): StandIns {
  const offered = new Map<string, { isFolder: boolean; ending: string }>();
  return {
    offer(paths, ending) {
      offered.clear();
      for (const path of paths)
        offered.set(normalisePath(work, path), { isFolder: path.endsWith('/') || !isFile(path), ending });
    },
    take(path) {
      const wanted = [...offered].find(([one]) => one === path || one.startsWith(`${path}/`));
      if (wanted === undefined || path === work || work.startsWith(`${path}/`)) return [];
      const [found, { isFolder, ending }] = wanted;
      offered.delete(found);
      const names = isFolder ? [`${found}/first.${ending}`, `${found}/second.md`] : [found];
      return names.map((name) => ({ path: name, bytes: standInBytes(name, ending) }));
    },
  };
}
