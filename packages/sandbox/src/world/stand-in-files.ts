import { endingFor } from '@assay/analysis/runs/start-words';
import { normalisePath, type Places, secretShape } from './places.ts';

/**
 * A user who types `clean.py input.csv` has that file. These small, plausible files replace paths of a command line
 * that the bundle does not contain. They are the same in every run.
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

/** What a program reads, according to its text: file types, the most likely first, and field names. */
export type Reads = {
  readonly endings: readonly string[];
  readonly fields: readonly string[];
  /** Fields over whose items the program iterates. */
  readonly lists: ReadonlySet<string>;
  readonly listsFolders: boolean;
};

const FIELD = /\[["']([A-Za-z]\w*)["']\]|\.get\(\s*["']([A-Za-z]\w*)["']/g;
const FIELDS_MAX = 24;
const GONE_THROUGH =
  /\b(?:in|of)\s+[^\n:{]*?["']([A-Za-z]\w*)["']|["']([A-Za-z]\w*)["'][\])]\.(?:map|forEach|filter|reduce)\b/g;

export function readsOf(code: string): Reads {
  const fields = [...code.matchAll(FIELD)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => !/^[A-Z0-9_]+$/.test(name));
  const endings = [...code.matchAll(/\.([a-z]{2,5})\b["'`)]/g)]
    .map((match) => match[1] ?? '')
    .filter((one) => Object.hasOwn(CONTENTS, one) || Object.hasOwn(SAME, one) || PICTURES.test(one));
  return {
    endings: [...new Set([endingFor(code), ...endings])],
    fields: [...new Set(fields)].slice(0, FIELDS_MAX),
    lists: new Set([...code.matchAll(GONE_THROUGH)].flatMap(([, one, other]) => one ?? other ?? [])),
    listsFolders: /\b(?:iterdir|r?glob|walk|listdir|scandir|readdir(?:Sync)?)\s*\(/.test(code),
  };
}

function valueFor(field: string): string {
  if (/mail/i.test(field)) return 'ada@example.com';
  if (/date|time|day|_at$/i.test(field)) return '2026-01-15';
  if (/url|link|href/i.test(field)) return 'https://example.com';
  return /name|title|text|label|type|kind|status|path|file|category|description/i.test(field) ? 'example' : '1';
}

/** A table with the columns that the program reads. */
function tableFor(fields: readonly string[]): string {
  const row = fields.map(valueFor).join(',');
  return fields.length === 0 ? TABLE : `${fields.join(',')}\n${row}\n${row}\n`;
}

function recordFor({ fields, lists }: Reads): string {
  if (fields.length === 0) return RECORD;
  const item = Object.fromEntries(fields.map((field) => [field, valueFor(field)]));
  const whole = fields.map((field) => [field, lists.has(field) ? [item] : item[field]]);
  return `${JSON.stringify(Object.fromEntries(whole))}\n`;
}

/** The content of a stand-in file. A name without an extension gets the type that the program reads. */
export function standInBytes(path: string, reads: Reads): Uint8Array {
  const { endings, fields } = reads;
  const given = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? endings[0] ?? 'txt';
  if (PICTURES.test(given)) return PICTURE;
  if (given === 'csv') return Buffer.from(tableFor(fields));
  if (given === 'json') return Buffer.from(recordFor(reads));
  return Buffer.from(CONTENTS[SAME[given] ?? given] ?? 'first line\nsecond line\n');
}

const OUTWARD = /^-{1,2}(?:o|out\w*|dest\w*|to|save\w*|report|log\w*|cache|target)$/i;
const PATH_WORD = /^(?!-|[a-z][a-z0-9+.-]*:\/\/)(?=[^*?$`{}<>|=]+$)(?:.*\/.*|.*[^.\s]\.[a-z][a-z0-9]{0,5})$/i;

/** Words of a command line that name an input. */
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

/** Paths that a program uses without arguments. */
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
  offer(paths: readonly string[], reads: Reads): void;
  /** The files to create for a missing path. Empty unless the path was offered. */
  take(path: string): { path: string; bytes: Uint8Array }[];
};

const isFile = (path: string): boolean => /[^/.]\.[a-z0-9]{1,6}$/i.test(path);

/** A placeholder for any word that a user could enter. */
const ANY_WORD = 'example';

/**
 * Each file is created on first access. A path becomes a folder with a few files when its name or the program indicates
 * one.
 */
export function createStandIns({ home, work }: Places): StandIns {
  const offered = new Map<string, { isFolder: boolean; reads: Reads }>();
  return {
    offer(paths, reads) {
      offered.clear();
      for (const path of [...paths, ANY_WORD]) {
        const place = normalisePath(work, path.replace(/^~(?=\/)/, home));
        const isFolder = path === ANY_WORD ? reads.listsFolders : path.endsWith('/') || !isFile(path);
        if (secretShape(place) === undefined) offered.set(place, { isFolder, reads });
      }
    },
    take(path) {
      const wanted = [...offered].find(([one]) => one === path || one.startsWith(`${path}/`));
      if (wanted === undefined || home.startsWith(`${path}/`)) return [];
      const [found, { isFolder, reads }] = wanted;
      offered.delete(found);
      const endings = reads.endings.slice(0, ENDINGS_MAX);
      const names = isFolder ? [...endings.map((ending) => `${found}/first.${ending}`), `${found}/second.md`] : [found];
      return names.map((name) => ({ path: name, bytes: standInBytes(name, reads) }));
    },
  };
}
const ENDINGS_MAX = 3;

/** The default when nothing is known about a program. */
export const NO_READS: Reads = { endings: ['txt'], fields: [], lists: new Set(), listsFolders: false };
