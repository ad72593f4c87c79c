import { type FrontMatter, type FrontMatterField, MARKDOWN_LIMITS } from './document.ts';

const OPEN = /^\uFEFF?---[ \t]*\r?\n/;
const CLOSE = /^(?:---|\.\.\.)[ \t]*$/gm;
const KEY = /^([A-Za-z_][\w.-]{0,63})[ \t]*:(.*)$/gm;

/** The YAML block at the start of a file, split into top-level fields by indentation alone. No YAML is evaluated. */
export function splitFrontMatter(text: string): FrontMatter | undefined {
  const open = OPEN.exec(text);
  if (!open) return undefined;
  const start = open[0].length;
  const window = text.slice(start, start + MARKDOWN_LIMITS.frontMatterCharsMax);
  CLOSE.lastIndex = 0;
  const close = CLOSE.exec(window);
  if (!close) return undefined;
  const body = window.slice(0, close.index);
  return { start: 0, end: start + close.index + close[0].length, text: body, fields: toFields(body, start) };
}

function toFields(body: string, offset: number): FrontMatterField[] {
  const keys = [...body.matchAll(KEY)];
  return keys.map((match, index) => {
    const key = match[1] ?? '';
    const valueStart = match.index + match[0].length - (match[2] ?? '').length;
    const valueEnd = keys[index + 1]?.index ?? body.length;
    return { key, start: offset + valueStart, end: offset + valueEnd, text: body.slice(valueStart, valueEnd) };
  });
}
