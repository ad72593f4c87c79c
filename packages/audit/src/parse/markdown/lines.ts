import type { Span } from './document.ts';

export type Lines = { readonly count: number; start(line: number): number; end(line: number): number };

/** Line table with the line ends Markdown knows: LF, CR LF, CR. `end` excludes the line end. */
export function toLines(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    ends.push(at);
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1;
    starts.push(at + 1);
  }
  ends.push(text.length);
  return {
    count: starts.length,
    start: (line) => starts[line] ?? text.length,
    end: (line) => ends[line] ?? text.length,
  };
}

/**
 * The source of lines `from` to `to` with everything but `contentLines` blanked: container markers vanish, offsets stay.
 * The content of a line is always a suffix of that line, give or take surrounding blanks.
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
