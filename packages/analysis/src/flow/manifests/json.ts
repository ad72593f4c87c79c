import type { Span, View } from '../../types/index.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No less than intake takes in: a manifest that is longer is named there. */
const JSON_CHARS_MAX = 4_194_304;

/** JSON with comments and trailing commas forgiven, because editors forgive them; `undefined` when it is no JSON. */
export function parseJson(text: string): unknown {
  if (text.length > JSON_CHARS_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Second try without comments and trailing commas.
  }
  try {
    return JSON.parse(
      text
        .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, literal?: string) => literal ?? '')
        .replace(/,(\s*[}\]])/g, '$1'),
    );
  } catch {
    return undefined; // unreadable manifests are judged by their text alone
  }
}

/** Where a value stands in the file, as well as plain search can tell. */
export function findValue(view: View, value: string): Span {
  const quoted = JSON.stringify(value);
  const at = view.text.indexOf(quoted);
  if (at !== -1) return { view, start: at + 1, end: at + quoted.length - 1 };
  const bare = view.text.indexOf(value);
  return bare === -1
    ? { view, start: 0, end: Math.min(1, view.text.length) }
    : { view, start: bare, end: bare + value.length };
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./~$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Words of a list as one command line. */
export const asLine = (words: readonly string[]): string => words.map(quoted).join(' ');
