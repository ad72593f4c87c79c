import { type Block, MARKDOWN_LIMITS, type Span } from './document.ts';
import { scanInline } from './inline.ts';

const ONLY_MARKS = /^[\s>\-*+#|=_~`.:\d)(]*$/;

/** Adjacent lines, joined into blocks of bounded size without structure. */
export function toPlainBlocks(text: string, all: readonly Span[], isInsideFence = false): Block[] {
  const { fences, lines } = takeFences(text, all, isInsideFence);
  const blocks: Block[] = [...fences];
  let open: { start: number; end: number } | undefined;
  const flush = () => {
    if (open) blocks.push(plainBlock(text, open));
    open = undefined;
  };
  for (const line of lines) {
    if (ONLY_MARKS.test(text.slice(line.start, line.end))) {
      flush();
      continue;
    }
    const isAdjacent = open !== undefined && line.start - open.end <= 2;
    if (open && isAdjacent && line.end - open.start <= MARKDOWN_LIMITS.plainBlockCharsMax) open.end = line.end;
    else {
      flush();
      open = { start: line.start, end: line.end };
    }
  }
  flush();
  return blocks.sort((a, b) => a.start - b.start);
}

const FENCE = /^[\s>*+-]{0,200}(?:\d{1,4}[.)]\s{0,8})?(?:`{3,}|~{3,})[ \t]*([^\s`{,:]{0,40})/;
/** Quotation markers before a line of code. They are blanked, so that offsets stay. */
const CONTAINER = /^(?:[ \t]*>)+/gm;

type Taken = { readonly fences: readonly Block[]; readonly lines: readonly Span[] };

/** Recognises code fences in text without parsed structure. Returns the fences and the remaining lines. */
function takeFences(text: string, all: readonly Span[], isInside: boolean): Taken {
  const fences: Block[] = [];
  const lines: Span[] = [];
  let open: { start: number; end: number; language: string } | undefined;
  if (isInside && all[0] !== undefined) open = { start: all[0].start, end: all[0].start, language: '' };
  for (const line of all) {
    const mark = FENCE.exec(text.slice(line.start, Math.min(line.end, line.start + FENCE_LINE_CHARS_MAX)));
    if (mark === null && open === undefined) lines.push(line);
    else if (mark === null && open !== undefined) open.end = line.end;
    else {
      // A line with a language opens a fence; a bare line closes an open one.
      const language = (mark?.[1] ?? '').toLowerCase();
      if (open !== undefined && open.end > open.start) fences.push(fenceBlock(text, open));
      const isOpening = open === undefined || language !== '';
      open = isOpening ? { start: line.end + 1, end: line.end + 1, language } : undefined;
    }
  }
  if (open !== undefined && open.end > open.start) fences.push(fenceBlock(text, open));
  return { fences, lines };
}

const FENCE_LINE_CHARS_MAX = 400;

const fenceBlock = (text: string, { start, end, language }: Span & { readonly language: string }): Block => ({
  ...plainBlock(text, { start, end }),
  kind: 'fence',
  text: text.slice(start, end).replace(CONTAINER, (marks) => ' '.repeat(marks.length)),
  language,
  inlines: [],
});

const plainBlock = (text: string, { start, end }: Span): Block => ({
  start,
  end,
  kind: 'paragraph',
  text: text.slice(start, end),
  headings: [],
  lead: '',
  items: [],
  listDepth: 0,
  language: '',
  header: '',
  isPlain: true,
  inlines: scanInline(text.slice(start, end), start),
});
