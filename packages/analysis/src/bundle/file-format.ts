import { startsWith } from '../languages/interpreters/bytes.ts';
import { own } from '../own.ts';
import type { Language } from '../types/index.ts';
import { wideOrder } from './text.ts';

export type Format =
  | 'text'
  | 'image'
  | 'font'
  | 'media'
  | 'document'
  | 'native'
  | 'bytecode'
  | 'archive'
  | 'foreign-archive'
  | 'encrypted'
  | 'binary';

const MAGIC: readonly (readonly [Format, string, readonly number[]])[] = [
  ['native', 'ELF', [0x7f, 0x45, 0x4c, 0x46]],
  ['native', 'Mach-O', [0xcf, 0xfa, 0xed, 0xfe]],
  ['native', 'Mach-O', [0xce, 0xfa, 0xed, 0xfe]],
  ['native', 'Mach-O universal or Java class', [0xca, 0xfe, 0xba, 0xbe]],
  ['native', 'WebAssembly', [0x00, 0x61, 0x73, 0x6d]],
  ['native', 'Windows program', [0x4d, 0x5a]],
  ['bytecode', 'Dalvik', [0x64, 0x65, 0x78, 0x0a]],
  ['bytecode', 'Lua bytecode', [0x1b, 0x4c, 0x75, 0x61]],
  ['archive', 'zip', [0x50, 0x4b, 0x03, 0x04]],
  ['archive', 'zip', [0x50, 0x4b, 0x05, 0x06]],
  ['archive', 'gzip', [0x1f, 0x8b]],
  ['foreign-archive', '7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['foreign-archive', 'rar', [0x52, 0x61, 0x72, 0x21]],
  ['foreign-archive', 'xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['foreign-archive', 'bzip2', [0x42, 0x5a, 0x68]],
  ['foreign-archive', 'zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['foreign-archive', 'cabinet', [0x4d, 0x53, 0x43, 0x46]],
  ['encrypted', 'age', [0x61, 0x67, 0x65, 0x2d, 0x65, 0x6e, 0x63]],
  ['encrypted', 'openssl', [0x53, 0x61, 0x6c, 0x74, 0x65, 0x64, 0x5f, 0x5f]],
  ['image', 'png', [0x89, 0x50, 0x4e, 0x47]],
  ['image', 'jpeg', [0xff, 0xd8, 0xff]],
  ['image', 'gif', [0x47, 0x49, 0x46, 0x38]],
  ['image', 'ico', [0x00, 0x00, 0x01, 0x00]],
  ['document', 'pdf', [0x25, 0x50, 0x44, 0x46]],
  ['document', 'OLE document', [0xd0, 0xcf, 0x11, 0xe0]],
  ['font', 'woff', [0x77, 0x4f, 0x46, 0x46]],
  ['font', 'woff2', [0x77, 0x4f, 0x46, 0x32]],
  ['font', 'TrueType', [0x00, 0x01, 0x00, 0x00, 0x00]],
  ['font', 'OpenType', [0x4f, 0x54, 0x54, 0x4f]],
  ['media', 'ogg', [0x4f, 0x67, 0x67, 0x53]],
  ['media', 'mp3', [0x49, 0x44, 0x33]],
  ['media', 'riff', [0x52, 0x49, 0x46, 0x46]],
];

/**
 * High bytes of the version numbers that CPython has used: 2.x, then 3.x. No text has one of them as its second byte.
 */
const PYC_VERSIONS = new Set([0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0xf2, 0xf3]);

/** CPython bytecode: two version bytes, then CR LF. */
const isPyc = (bytes: Uint8Array, path: string): boolean =>
  (bytes[2] === 0x0d && bytes[3] === 0x0a && bytes.length > 16 && PYC_VERSIONS.has(bytes[1] ?? 0)) ||
  /\.py[co]$/.test(path);
const isTar = (bytes: Uint8Array): boolean =>
  bytes.length > 512 && String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar';
const isMedia = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp';

/** Format by content, independent of the file name. */
export function detectFormat(bytes: Uint8Array, path: string): { format: Format; name: string } {
  if (bytes.length >= 4 && isPyc(bytes, path)) return { format: 'bytecode', name: 'Python bytecode' };
  const hit = MAGIC.find(([, , magic]) => startsWith(bytes, magic));
  // A file that begins with an image magic number but is valid text throughout is read as text by programs that go by
  // the file name.
  const isMarked = hit !== undefined || isTar(bytes) || isMedia(bytes);
  if (isMarked && hit?.[1] !== 'pdf' && isCleanText(bytes)) return { format: 'text', name: 'text' };
  if (hit !== undefined && !(hit[1] === 'Windows program' && !looksBinary(bytes)))
    return { format: hit[0], name: hit[1] };
  if (isTar(bytes)) return { format: 'archive', name: 'tar' };
  if (isMedia(bytes)) return { format: 'media', name: 'mp4' };
  return looksBinary(bytes) ? { format: 'binary', name: 'binary' } : { format: 'text', name: 'text' };
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Valid UTF-8 without control characters other than whitespace. */
function isCleanText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 32 && (byte < 9 || byte > 13))) return false;
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const SAMPLE_BYTES = 8_192;

/** NUL bytes outside UTF-16 mean that the file is not text. */
function looksBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  if (wideOrder(bytes) !== undefined) return false;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let odd = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    if (byte < 9 || (byte > 13 && byte < 27)) odd += 1;
  }
  return odd * 10 > sample.length;
}

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  mdc: 'markdown',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ksh: 'shell',
  command: 'shell',
  fish: 'shell',
  envrc: 'shell',
  profile: 'shell',
  bashrc: 'shell',
  bash_profile: 'shell',
  bash_login: 'shell',
  bash_logout: 'shell',
  zshrc: 'shell',
  zshenv: 'shell',
  zprofile: 'shell',
  zlogin: 'shell',
  kshrc: 'shell',
  csh: 'shell',
  tcsh: 'shell',
  bats: 'shell',
  ps1: 'powershell',
  psm1: 'powershell',
  psd1: 'powershell',
  bat: 'batch',
  cmd: 'batch',
  py: 'python',
  pyw: 'python',
  pyi: 'python',
  pth: 'python',
  ipynb: 'json',
  js: 'javascript',
  mjs: 'javascript',
  gs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  rb: 'ruby',
  rake: 'ruby',
  gemspec: 'ruby',
  php: 'php',
  phtml: 'php',
  phar: 'php',
  go: 'go',
  pl: 'perl',
  pm: 'perl',
  lua: 'lua',
  rs: 'rust',
  java: 'java',
  kt: 'java',
  scala: 'java',
  groovy: 'java',
  cs: 'csharp',
  c: 'c',
  h: 'c',
  cc: 'c',
  cpp: 'c',
  hpp: 'c',
  m: 'c',
  swift: 'swift',
  applescript: 'applescript',
  scpt: 'applescript',
  css: 'unknown',
  scss: 'unknown',
  less: 'unknown',
  sql: 'sql',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  vue: 'html',
  svelte: 'html',
  svg: 'svg',
  xml: 'svg',
  yml: 'yaml',
  yaml: 'yaml',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  toml: 'toml',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  env: 'ini',
  dockerfile: 'dockerfile',
  mk: 'makefile',
  txt: 'text',
  rst: 'text',
  adoc: 'text',
  csv: 'unknown',
  tsv: 'unknown',
  jsonl: 'unknown',
  log: 'unknown',
};

const BY_NAME: Readonly<Record<string, Language>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  justfile: 'makefile',
  podfile: 'ruby',
  fastfile: 'ruby',
  guardfile: 'ruby',
  capfile: 'ruby',
  dangerfile: 'ruby',
  brewfile: 'ruby',
  berksfile: 'ruby',
  sconstruct: 'python',
  sconscript: 'python',
  wscript: 'python',
  rakefile: 'ruby',
  gemfile: 'ruby',
  vagrantfile: 'ruby',
  readme: 'markdown',
  license: 'text',
};

const SHEBANGS: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:ba|z|da|k|a)?sh\b|\bfish\b/, 'shell'],
  [/python|\buv\b/, 'python'],
  [/\b(?:node|bun|deno|tsx)\b/, 'javascript'],
  [/ruby/, 'ruby'],
  [/perl/, 'perl'],
  [/php/, 'php'],
  [/osascript/, 'applescript'],
  [/pwsh|powershell/, 'powershell'],
];

/** The shebang decides first, then the name. */
export function detectLanguage(path: string, text: string): Language {
  if (text.startsWith('#!')) {
    const line = text.slice(0, 120).split('\n')[0] ?? '';
    const hit = SHEBANGS.find(([shape]) => shape.test(line));
    // Node, Bun and Deno strip types if the file name has a TypeScript extension.
    if (hit?.[1] === 'javascript' && languageOfName(path) === 'typescript') return 'typescript';
    if (hit !== undefined) return hit[1];
  }
  return languageOfName(path) ?? (/^\s*<(?:\?xml|[A-Za-z])/.test(text.slice(0, 200)) ? 'svg' : 'text');
}

/** Language by file name alone; `undefined` if the name does not determine one. */
export function languageOfName(path: string): Language | undefined {
  const name = (path.split('/').at(-1) ?? path).toLowerCase();
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  // `readme.sh` is a script: a known extension takes precedence over a known stem.
  return own(BY_NAME, name) ?? own(BY_EXTENSION, extension) ?? own(BY_NAME, name.split('.')[0] ?? '');
}
