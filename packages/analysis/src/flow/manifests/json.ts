import type { Span, View } from '../../types/index.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** At least the file limit of intake, which reports longer manifests. */
const JSON_CHARS_MAX = 4_194_304;

/** Parses JSON and accepts comments and trailing commas, as editors do; `undefined` when it is not valid JSON. */
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

/** The place of a value in the file, by a plain text search. */
export function findValue(view: View, value: string): Span {
  const quoted = JSON.stringify(value);
  const at = view.text.indexOf(quoted);
  if (at !== -1) return { view, start: at + 1, end: at + quoted.length - 1 };
  const bare = view.text.indexOf(value);
  return bare === -1
    ? { view, start: 0, end: Math.min(1, view.text.length) }
    : { view, start: bare, end: bare + value.length };
}

/** A word as it is written in a shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./~$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Joins words to one command line with shell quoting. */
export const asLine = (words: readonly string[]): string => words.map(quoted).join(' ');
