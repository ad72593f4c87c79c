import type { Language } from '../../types/index.ts';

type Range = { readonly start: number; readonly end: number };

const COMMENTS: Partial<Record<Language, RegExp>> = {
  python: /#(?!!)[^\n]*/y,
  javascript: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  typescript: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
};

const STRING =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`/y;
const REGULAR = /\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** Behind these a slash begins an expression; behind anything else it divides. */
const BEFORE_REGULAR = /(?:[(,=:[!&|?{};+*%~^<>\n-]|\b(?:return|typeof|case|in|of|do|else))[ \t]*$/;
/** Behind these only a grammar can tell: of such a line nothing counts as a text. */
const DOUBTFUL = /(?:\+\+|--|[)}\]])[ \t]*$/;
const BEFORE_CHARS = 12;
/** Letters in front of the marks by which Python runs what stands in braces. */
const FORMATTED = /[fFtT][rRbB]?$|[rRbB][fFtT]$/;

/** Whether texts and comments of a language are told by its own rules here. */
export const hasOwnRules = (language: Language): boolean => COMMENTS[language] !== undefined;

/** Whether a place of a program lies inside a text that the program holds and does not run; by the rules of its language. */
export const isInText = (text: string, at: number, language: Language): boolean =>
  isWithin(rangesOf(text, language).texts, at - 1);

/** Only of a comment that begins its line: what a mark in the middle of one begins, a grammar alone can tell. */
export const isInComment = (text: string, at: number, language: Language): boolean =>
  isWithin(rangesOf(text, language).comments, at);

function isWithin(ranges: readonly Range[], at: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  const found = ranges[low];
  return found !== undefined && found.start <= at;
}

type Ranges = { readonly language: Language; readonly texts: readonly Range[]; readonly comments: readonly Range[] };

/** The last few programs: a finding asks about one file many times, and then never again. */
const known = new Map<string, Ranges>();
const KNOWN_MAX = 8;

function rangesOf(text: string, language: Language): Ranges {
  const before = known.get(text);
  if (before?.language === language) return before;
  const ranges = findRanges(text, language);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, ranges);
  return ranges;
}

/** Only where a line's end closes what was left open: elsewhere one stray mark would turn code into text. */
function findRanges(text: string, language: Language): Ranges {
  const comment = COMMENTS[language];
  const texts: Range[] = [];
  const comments: Range[] = [];
  let doubtedTo = 0;
  for (let at = 0; comment !== undefined && at < text.length; ) {
    const char = text[at];
    const taken = char === '#' || char === '/' ? matchAt(comment, text, at) : undefined;
    const literal = taken === undefined ? literalAt(text, at, language) : undefined;
    if (taken === undefined && char === '/' && DOUBTFUL.test(text.slice(Math.max(0, at - BEFORE_CHARS), at)))
      doubtedTo = Math.max(text.indexOf('\n', at), at + 1);
    const end = at + (taken?.length ?? literal?.length ?? 1);
    if (taken !== undefined && isFirstOnLine(text, at)) comments.push({ start: at, end });
    else if (taken === undefined && literal !== undefined && at >= doubtedTo && !isRun(text, at, literal, language))
      texts.push({ start: at, end });
    at = end;
  }
  return { language, texts, comments };
}

const isFirstOnLine = (text: string, at: number): boolean =>
  text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';

function literalAt(text: string, at: number, language: Language): string | undefined {
  const char = text[at];
  if (char === '"' || char === "'" || (char === '`' && language !== 'python')) return matchAt(STRING, text, at);
  if (char !== '/' || language === 'python') return undefined;
  return BEFORE_REGULAR.test(text.slice(Math.max(0, at - BEFORE_CHARS), at)) ? matchAt(REGULAR, text, at) : undefined;
}

/** A text with code in it that is run on the way. */
const isRun = (text: string, at: number, literal: string, language: Language): boolean =>
  language === 'python'
    ? FORMATTED.test(text.slice(Math.max(0, at - 2), at))
    : literal.startsWith('`') && literal.includes('${');

function matchAt(shape: RegExp, text: string, at: number): string | undefined {
  shape.lastIndex = at;
  return shape.exec(text)?.[0];
}
