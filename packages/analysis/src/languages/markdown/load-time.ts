import type { MarkdownDocument, Span } from './document.ts';

/** Agents search the raw text, without regard to paragraphs, fences or sentences. */
const INLINE = /(?<=^|\s)!`([^`]+)`/gm;
const FENCED = /^[ \t]*```!([\s\S]*?)```/gm;
/** "Careful!`code`" is a sentence. */
const WORD = /[\p{L}\p{N}`]/u;

const found = new WeakMap<MarkdownDocument, readonly Span[]>();

/**
 * Commands that an agent runs when it loads the document, before a reader sees it: `!` before a code span, or as the
 * language of a fence.
 */
export function loadTimeCommands(document: MarkdownDocument): readonly Span[] {
  const known = found.get(document) ?? collect(document);
  found.set(document, known);
  return known;
}

function collect({ text, blocks }: MarkdownDocument): readonly Span[] {
  if (!text.includes('!')) return [];
  const spans: Span[] = [];
  const add = (start: number, end: number): void => {
    if (end > start && !spans.some((one) => one.start < end && start < one.end)) spans.push({ start, end });
  };
  for (const block of blocks) {
    if (block.kind === 'fence' && block.language.startsWith('!')) add(block.start, block.end);
    // Also after a bracket, a star or a bar: not every agent requires a blank before `!`.
    for (const { kind, start, inner } of block.inlines)
      if (kind === 'code' && text[start - 1] === '!' && !WORD.test(text[start - 2] ?? '')) add(inner.start, inner.end);
  }
  for (const shape of [INLINE, FENCED])
    for (const match of text.matchAll(shape)) {
      const [whole, command = ''] = match;
      const end = match.index + whole.length - (shape === INLINE ? 1 : 3);
      add(end - command.length, end);
    }
  return spans;
}
