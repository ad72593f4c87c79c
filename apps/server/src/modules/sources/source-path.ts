import { SOURCE_LIMITS } from './source-limits.ts';

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/;

/** Describes the defect of a relative path for its author. `undefined` for a valid path. */
export function findPathFault(path: string): string | undefined {
  if (byteLength(path) > SOURCE_LIMITS.pathBytesMax) return `longer than ${SOURCE_LIMITS.pathBytesMax} bytes`;
  if (!path.isWellFormed()) return 'not well-formed Unicode';
  if (CONTROL.test(path)) return 'a control character';
  if (path.includes('\\')) return 'a backslash';
  // Statements use a urn for content that is not a file, so a file name must not look like one.
  if (/^urn:/i.test(path)) return 'it begins with "urn:", which is kept for names of ours';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'absolute';
  const parts = path.split('/');
  if (parts.length > SOURCE_LIMITS.pathDepthMax) return `deeper than ${SOURCE_LIMITS.pathDepthMax} folders`;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'an empty, "." or ".." part';
  return undefined;
}

/** Maps names that some file system treats as equal to the same text. Both cases are needed for `ẞ`, `ß` and `ss`. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
