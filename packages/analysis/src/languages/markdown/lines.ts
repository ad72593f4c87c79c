import type { Span } from './document.ts';

export type Lines = { readonly count: number; start(line: number): number; end(line: number): number };

const LINE_END = /\r\n?|\n/g;

/** Line table with the line ends of Markdown: LF, CR LF, CR. `end` excludes the line end. */
export function toLines(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const { index, 0: end } of text.matchAll(LINE_END)) {
    ends.push(index);
    starts.push(index + end.length);
  }
  ends.push(text.length);
  return {
    count: starts.length,
    start: (line) => starts[line] ?? text.length,
    end: (line) => ends[line] ?? text.length,
  };
}

/**
 * The source of lines `from` to `to` with everything but `contentLines` blanked: container markers vanish, offsets
 * stay. The content of a line is a suffix of that line, apart from surrounding blanks.
 */
export function alignContent(
  text: string,
  lines: Lines,
  from: number,
  contentLines: readonly string[],
): Span & { text: string } {
  const pieces: string[] = [];
  let first = -1;
  let last = lines.start(from);
  let cursor = lines.start(from);
  for (const [index, raw] of contentLines.entries()) {
    const content = raw.trim();
    if (content === '') continue;
    const lineStart = lines.start(from + index);
    const source = text.slice(lineStart, lines.end(from + index));
    const at = source.lastIndexOf(content);
    const begin = at < 0 ? lineStart : lineStart + at;
    const finish = at < 0 ? lines.end(from + index) : begin + content.length;
    if (first < 0) first = begin;
    else pieces.push(blank(text, cursor, begin));
    pieces.push(text.slice(begin, finish));
    cursor = finish;
    last = finish;
  }
  if (first < 0) return { start: last, end: last, text: '' };
  return { start: first, end: last, text: pieces.join('') };
}

const NOT_LINE_END = /[^\r\n]/g;

function blank(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(NOT_LINE_END, ' ');
}
