import { SOURCE_LIMITS } from './source-limits.ts';

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;

/** What is wrong with a relative path, in words for its author; `undefined` when it may be used. */
export function findPathFault(path: string): string | undefined {
  if (byteLength(path) > SOURCE_LIMITS.pathBytesMax) return `longer than ${SOURCE_LIMITS.pathBytesMax} bytes`;
  if (!path.isWellFormed()) return 'not well-formed Unicode';
  if (CONTROL.test(path)) return 'a control character';
  if (path.includes('\\')) return 'a backslash';
  // Statements name what is no file by a urn; a file of that name could not be told from it.
  if (/^urn:/i.test(path)) return 'it begins with "urn:", which is kept for names of ours';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'absolute';
  const parts = path.split('/');
  if (parts.length > SOURCE_LIMITS.pathDepthMax) return `deeper than ${SOURCE_LIMITS.pathDepthMax} folders`;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'an empty, "." or ".." part';
  return undefined;
}

/** Names that some file system takes for one come out equal. Both cases are needed: only so `ẞ`, `ß` and `ss` meet. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
