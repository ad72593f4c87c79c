import type { Language } from '../model.ts';

/** Signs that make a comment of a line they begin. Where a language is not named, both of the usual ones do. */
const HASH = /^#(?!!)/;
const SLASHES = /^\/\//;
const DASHES = /^--/;
const SIGNS: Partial<Record<Language, RegExp>> = {
  shell: HASH,
  python: HASH,
  ruby: HASH,
  perl: HASH,
  powershell: HASH,
  makefile: HASH,
  dockerfile: HASH,
  yaml: HASH,
  toml: HASH,
  ini: /^[#;]/,
  batch: /^(?:rem\b|::)/i,
  sql: DASHES,
  lua: DASHES,
  applescript: /^(?:--|#(?!!))/,
  php: /^(?:\/\/|#(?![![]))/,
  javascript: SLASHES,
  typescript: SLASHES,
  go: SLASHES,
  rust: SLASHES,
  java: SLASHES,
  csharp: SLASHES,
  c: SLASHES,
  swift: SLASHES,
};
const EITHER = /^(?:#(?!!)|\/\/)/;
const HAS_BLOCKS: ReadonlySet<Language> = new Set<Language>([
  'javascript',
  'typescript',
  'go',
  'rust',
  'java',
  'csharp',
  'c',
  'swift',
  'php',
  'sql',
]);

/** Whether the place stands in a comment by the signs of its own language; code behind a closed block is none. */
export function isComment(text: string, at: number, language: Language): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? text.length : end);
  if ((SIGNS[language] ?? EITHER).test(line.trimStart())) return true;
  return HAS_BLOCKS.has(language) && isInBlock(text, line, start, at);
}

/** Only lines that look like a block's own: they begin with its sign, or with the star of a block that is open. */
function isInBlock(text: string, line: string, start: number, at: number): boolean {
  const first = line.trimStart();
  const opens = first.startsWith('/*');
  if (!opens && !first.startsWith('*')) return false;
  if (!opens && text.lastIndexOf('/*', start) <= text.lastIndexOf('*/', start)) return false;
  const closed = line.indexOf('*/', opens ? line.indexOf('/*') + 2 : 0);
  return closed === -1 || start + closed >= at;
}
