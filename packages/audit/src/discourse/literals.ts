import type { Language, View } from '../model.ts';

/** Beginnings and ends of what stands in quotation marks, in order. */
type Ranges = readonly (readonly [start: number, end: number])[];

const known = new WeakMap<View, Ranges>();

/** Whether a place of a program lies inside a text in quotation marks, as the language itself reads them. */
export function isInLiteral(view: View, language: Language, at: number): boolean {
  const ranges = known.get(view) ?? literalsOf(view.text, language);
  known.set(view, ranges);
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const last = ranges[low - 1];
  return last !== undefined && at < last[1];
}

const isScript = (language: Language): boolean => language === 'javascript' || language === 'typescript';
const HASHED: ReadonlySet<Language> = new Set<Language>(['python', 'shell', 'ruby', 'perl', 'powershell', 'makefile']);
const ONE_LINE: ReadonlySet<Language> = new Set<Language>(['python', 'javascript', 'typescript']);
/** Before these a slash begins a pattern, not a division. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|do|else))[ \t]*$/;

/** One pass from the beginning: a quotation mark means something else inside a comment, a pattern or another literal. */
function literalsOf(text: string, language: Language): Ranges {
  const found: [number, number][] = [];
  /** Depths of the braces at which a template goes on. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const close = (start: number, end: number): void => {
    found.push([start, end]);
    at = end;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '#' && HASHED.has(language) && isCommentMark(text, at, language)) at = endOfLine(text, at);
    else if (isScript(language) && char === '/' && next === '/') at = endOfLine(text, at);
    else if (!HASHED.has(language) && char === '/' && next === '*') at = endOf(text, '*/', at + 2);
    else if (isScript(language) && char === '/' && BEFORE_PATTERN.test(text.slice(Math.max(0, at - 12), at)))
      close(at, endOfPattern(text, at + 1));
    else if (language === 'python' && (text.startsWith('"""', at) || text.startsWith("'''", at)))
      close(at, endOf(text, text.slice(at, at + 3), at + 3));
    else if (isScript(language) && (char === '`' || (char === '}' && templates.at(-1) === depth))) {
      if (char === '}') templates.pop();
      const { end, isOpen } = endOfTemplate(text, at + 1);
      close(at, end);
      if (isOpen) templates.push(depth);
    } else if (char === '"' || char === "'") close(at, endOfString(text, at, char, language));
    else {
      if (char === '{') depth += 1;
      else if (char === '}') depth -= 1;
      else if (char === '\\') at += 1;
      at += 1;
    }
  }
  return found;
}

/** `$#` and `a#b` of a shell are no comments. */
const isCommentMark = (text: string, at: number, language: Language): boolean =>
  language === 'python' || at === 0 || /[\s;&|(]/.test(text.charAt(at - 1));

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + mark.length;
}

function endOfString(text: string, start: number, mark: string, language: Language): number {
  const hasEscapes = !(language === 'shell' && mark === "'");
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === mark) return at + 1;
    if (char === '\\' && hasEscapes) at += 1;
    // A string that is not closed on its line is none: nothing behind it may hide in it.
    else if (char === '\n' && ONE_LINE.has(language)) return start + 1;
  }
  return start + 1;
}

function endOfPattern(text: string, start: number): number {
  let isInClass = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') return start;
    if (char === '\\') at += 1;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at + 1;
  }
  return start;
}

function endOfTemplate(text: string, start: number): { end: number; isOpen: boolean } {
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '`') return { end: at + 1, isOpen: false };
    else if (char === '$' && text.charAt(at + 1) === '{') return { end: at + 2, isOpen: true };
  }
  return { end: text.length, isOpen: false };
}
