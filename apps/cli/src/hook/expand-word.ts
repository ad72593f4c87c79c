import type { Word } from './shell-words.ts';
import { hasAny, isBland } from './word-list.ts';

/** The maximum number of spellings of one word. A word with more is not resolved. */
const SPELLINGS_MAX = 64;

/**
 * The possible values of a word. In a pattern `\` escapes the next character, `*` matches any text and `?` any
 * character. An opaque part can be anything.
 */
type Expansion = {
  readonly patterns: readonly string[];
  /** Some of it is known only at run time. */
  readonly isOpaque: boolean;
  /** There are more spellings than the limit. */
  readonly isLimited: boolean;
};

/** Marks a variable that can also have a value known only at run time. */
export const UNKNOWN_VALUE = '\0';

/** The possible values of each variable; a variable is missing when they are unknown. */
export type Variables = ReadonlyMap<string, readonly string[]>;

const escapeText = (text: string): string =>
  hasAny(text, '\\*?[]{},') ? text.replaceAll(/[\\*?[\]{},]/g, '\\$&') : text;
/**
 * Treats classes such as `[a-z]`, `[]x]` and `[[:alpha:]]` as any one character, and zsh's `^name` as any name. This
 * overestimates and never underestimates the matches.
 */
const widen = (text: string): string =>
  hasAny(text, '[^')
    ? text.replaceAll(/\\.|\[[!^]?\]?(?:\[[:.=][\w-]{1,16}[:.=]\]|\\.|[^\]/\\])*\]|(?<=^|\/)\^[^/]*/gs, (found) =>
        found.startsWith('[') ? '?' : found.startsWith('^') ? '*' : found,
      )
    : text;

/** Shells match a leading dot only explicitly. */
const ANYTHING = ['*', '.*'];

/** Expands variables, tilde and braces, as a shell does before it looks for files. */
export function expandWord(word: Word, variables: Variables, home: string): Expansion {
  let spellings = [''];
  let [isOpaque, isLimited] = [false, false];
  const append = (tails: readonly string[]) => {
    if (spellings.length * tails.length > SPELLINGS_MAX) isLimited = true;
    else spellings = spellings.flatMap((head) => tails.map((tail) => head + tail));
  };
  word.forEach((part, index) => {
    if (part.kind === 'text' && part.isQuoted) append([escapeText(part.text)]);
    else if (part.kind === 'text') append([index === 0 ? expandTilde(part.text, home) : part.text]);
    else {
      const values = part.kind === 'variable' ? valuesOf(part, variables) : [];
      const known = values.filter((value) => value !== UNKNOWN_VALUE);
      const isUnknown = known.length === 0 || known.length < values.length;
      isOpaque ||= isUnknown;
      append(isUnknown ? [...known, ...ANYTHING] : known);
    }
  });
  const patterns: string[] = [];
  for (const spelling of spellings) if (patterns.length <= SPELLINGS_MAX) patterns.push(...expandBraces(spelling));
  isLimited ||= patterns.length > SPELLINGS_MAX;
  return { patterns: patterns.slice(0, SPELLINGS_MAX).map(widen), isOpaque: isOpaque || isLimited, isLimited };
}

function valuesOf(
  { name, fallback }: { readonly name: string; readonly fallback?: string },
  variables: Variables,
): string[] {
  const known = variables.get(name);
  // With a fallback the variable can also be empty: `${x+value}` is then empty.
  const values = [...(known ?? []), ...(fallback === undefined ? [] : [fallback.replaceAll(/["']/g, ''), ''])];
  // An unquoted value is split by white space or another separator in IFS. Each part is a candidate.
  return [...new Set(values.flatMap((value) => [value, ...value.split(/[\s:;,]+/)]))].map(escapeValue);
}

/** An unquoted value is a pattern, but its braces are plain text. */
const escapeValue = (value: string): string => value.replaceAll(/[\\{},]/g, '\\$&');

/** `~+` and `~-` are folders of the command. `~name` can be this user. */
const expandTilde = (text: string, home: string): string =>
  text.includes('~')
    ? text.replace(/(?<=^|[=:])~([+-]?\d+|[+-]|[\w.-]*)(?=\/|$)/g, (_, name) =>
        /^(?:[+-]|[+-]?\d+)$/.test(name) ? '.' : escapeText(home),
      )
    : text;

/** `{a,b}` gives both alternatives; a sequence such as `{1..9}` gives a pattern. Braces without a comma stay unchanged. */
function expandBraces(pattern: string): string[] {
  if (!pattern.includes('{')) return [pattern];
  const group = findBraces(pattern);
  if (group === undefined)
    return [pattern.replaceAll(/\\.|\{[^{},/]*\.\.[^{},/]*\}/gs, (found) => (found.startsWith('{') ? '*' : found))];
  const { start, end, choices } = group;
  if (choices.length > SPELLINGS_MAX) return expandBraces(`${pattern.slice(0, start)}*${pattern.slice(end)}`);
  const expanded: string[] = [];
  for (const choice of choices) {
    expanded.push(...expandBraces(pattern.slice(0, start) + choice + pattern.slice(end)));
    if (expanded.length > SPELLINGS_MAX) break;
  }
  return expanded;
}

/** The first group with a comma at its own level. Inner groups are kept whole. */
function findBraces(pattern: string): { start: number; end: number; choices: string[] } | undefined {
  const open: { start: number; commas: number[] }[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '{') open.push({ start: at, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(at);
    else if (char === '}') {
      const group = open.pop();
      if (group === undefined || group.commas.length === 0) continue;
      const ends = [...group.commas, at];
      const choices = ends.map((end, index) => pattern.slice((ends[index - 1] ?? group.start) + 1, end));
      return { start: group.start, end: at + 1, choices };
    }
  }
  return undefined;
}

/** The text of a pattern whose special characters are all escaped; `undefined` if it matches several names. */
export const toLiteral = (pattern: string): string | undefined =>
  isPattern(pattern) ? undefined : withoutEscapes(pattern);

export const withoutEscapes = (pattern: string): string =>
  pattern.includes('\\') ? pattern.replaceAll(/\\(.)/gs, '$1') : pattern;

export const isPattern = (pattern: string): boolean =>
  hasAny(pattern, '*?') && hasAny(pattern.replaceAll(/\\./gs, ''), '*?');

/** Matches a name regardless of case and Unicode form. The cost is at most the product of both lengths, so no pattern is slow. */
export function matcherOf(pattern: string): (name: string) => boolean {
  const literal = toLiteral(pattern);
  if (literal !== undefined) {
    const folded = foldName(literal);
    return (name) => foldName(name) === folded;
  }
  const wanted = tokensOf(foldName(pattern));
  return (name) => matchesTokens(wanted, [...foldName(name)]);
}

function matchesTokens(wanted: readonly string[], given: readonly string[]): boolean {
  let [at, star, mark] = [0, -1, 0];
  for (let index = 0; index < given.length; ) {
    const token = wanted[at];
    if (token === '*') {
      star = at;
      mark = index;
      at += 1;
    } else if (token === '?' || token === `\\${given[index]}`) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      index = mark;
    } else return false;
  }
  return wanted.slice(at).every((token) => token === '*');
}

/** `*`, `?`, and `\c` for each literal character. */
const tokensOf = (pattern: string): string[] =>
  [...pattern.matchAll(/\\?([\s\S])/gu)].map(([whole, char = '']) =>
    whole.length === 1 && (char === '*' || char === '?') ? char : `\\${char}`,
  );

/** Folds names that a file system or a host may treat as equal. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

export const decodePercents = (text: string): string =>
  text.includes('%')
    ? text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString())
    : text;

/** Paths inside a word: after an option or in a list (`--file=PATH`, `-IPATH`, `@PATH`, `A:B`). Paths in URLs can be encoded. */
export function variantsOf(pattern: string): string[] {
  if ((pattern.includes('://') && /^(?:https?|git|ssh):\/\//i.test(pattern)) || pattern.includes('\0')) return [];
  if (!pattern.startsWith('-') && isBland(pattern)) return pattern === '' ? [] : [pattern];
  // An opaque part can also end a word (`sh${IFS}PATH`).
  const pieces = pattern.split(/[=:,@]|[^\S \t\n]|\*(?=\.\w)/);
  const [, address] = (pattern.includes(':') ? /\bfile:(?:\/\/[^/]*(?=\/))?(.+)$/is.exec(pattern) : null) ?? [];
  const glued = pattern.startsWith('-') ? /^-\w(.+)$/s.exec(pattern)?.[1] : undefined;
  const all = [pattern, ...pieces, glued ?? '', address ?? ''];
  return [...new Set([...all, ...all.map(decodePercents)])].filter((each) => each !== '' && !each.includes('\0'));
}
