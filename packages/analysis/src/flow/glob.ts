import { RE2JS } from 're2js';

const PATTERN_CHARS_MAX = 512;

export const hasGlob = (text: string): boolean => /[*?[{]/.test(text);

/** The folder before the first wildcard. */
export function literalFolder(glob: string): string {
  const before = glob.slice(0, glob.search(/[*?[{]/));
  return before.slice(0, Math.max(0, before.lastIndexOf('/')));
}

type Pattern = { readonly test: (path: string) => boolean };

/** Backtracking is fast up to this number of wildcards. With more, the time depends on the input, so RE2 matches. */
const TRIED_MAX = 2;
const STRETCHES = /(?:\.\*|\[\^\/\]\*){2,}/g;

/** Compiles a shell pattern for whole paths. `**` matches across folders. An invalid pattern matches nothing. */
export function globToPattern(glob: string): Pattern {
  const pieces: string[] = [];
  const text = glob.slice(0, PATTERN_CHARS_MAX);
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (text.startsWith('**', at)) {
      pieces.push('.*');
      at += text[at + 2] === '/' ? 2 : 1;
    } else if (char === '*') pieces.push('[^/]*');
    else if (char === '?') pieces.push('[^/]');
    else if (char === '[' || char === ']') pieces.push(char === '[' ? '[^/]' : '');
    else if (char === '{') pieces.push('(?:');
    else if (char === '}') pieces.push(')');
    else if (char === ',' && text.lastIndexOf('{', at) > text.lastIndexOf('}', at)) pieces.push('|');
    else if (inBrackets(text, at)) pieces.push('');
    else pieces.push(char.replace(/[.+^$()|\\]/g, '\\$&'));
  }
  const shape = pieces.join('').replace(STRETCHES, (run) => (run.includes('.*') ? '.*' : '[^/]*'));
  try {
    if (shape.split('*').length - 1 <= TRIED_MAX) return new RegExp(`^${shape}$`);
    const linear = RE2JS.compile(shape);
    return { test: (path) => linear.matches(path) };
  } catch {
    return { test: () => false }; // Not a valid pattern.
  }
}

/** Whether the position is inside `[a-z]`. A character class matches any one character here. */
const inBrackets = (text: string, at: number): boolean =>
  text.lastIndexOf('[', at) > text.lastIndexOf(']', at - 1) && text.indexOf(']', at) !== -1;
