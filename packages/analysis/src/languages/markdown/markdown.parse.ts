import { toBlocks } from './blocks.ts';
import { MARKDOWN_LIMITS, type MarkdownDocument, type Span } from './document.ts';
import { splitFrontMatter } from './front-matter.ts';
import { findHidden } from './hidden.ts';
import { type Lines, toLines } from './lines.ts';
import { toPlainBlocks } from './plain.ts';

/** Parses a Markdown text into blocks with offsets. Never throws: text that cannot be structured is plain text. */
export function parseMarkdown(whole: string): MarkdownDocument {
  const text = whole.slice(0, MARKDOWN_LIMITS.readCharsMax);
  const frontMatter = splitFrontMatter(text);
  const lines = toLines(text);
  const firstLine = lineAt(lines, frontMatter ? frontMatter.end : 0, frontMatter !== undefined);
  const cutLine = findCut(lines, firstLine);
  const blocks = firstLine < cutLine ? toBlocks(text, lines, firstLine, cutLine) : [];
  const rest: Span[] = [];
  for (let line = cutLine; line < lines.count; line += 1) rest.push({ start: lines.start(line), end: lines.end(line) });
  const last = blocks.at(-1);
  const isInsideFence = last?.kind === 'fence' && last.end >= lines.end(cutLine - 1);
  const all = [...blocks, ...toPlainBlocks(text, rest, isInsideFence)];
  return { text, frontMatter, blocks: all, hidden: findHidden(text, all) };
}

/** First line that starts at or after `offset`; 0 if there is no front matter. */
function lineAt(lines: Lines, offset: number, isAfter: boolean): number {
  if (!isAfter) return 0;
  let line = 0;
  while (line < lines.count && lines.start(line) < offset) line += 1;
  return line;
}

/** The first line past the structural limit. A single line longer than the limit becomes plain text. */
function findCut(lines: Lines, firstLine: number): number {
  const limit = lines.start(firstLine) + MARKDOWN_LIMITS.parsedCharsMax;
  if (lines.end(lines.count - 1) <= limit) return lines.count;
  let line = firstLine;
  while (line < lines.count && lines.end(line) <= limit) line += 1;
  return line;
}
