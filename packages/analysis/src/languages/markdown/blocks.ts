import MarkdownIt, { type Token } from 'markdown-it';
import { type Block, type BlockKind, MARKDOWN_LIMITS, type Span } from './document.ts';
import { scanInline } from './inline.ts';
import { alignContent, type Lines } from './lines.ts';
import { toPlainBlocks } from './plain.ts';

const parser = new MarkdownIt({
  html: true,
  linkify: false,
  typographer: false,
  maxNesting: MARKDOWN_LIMITS.nestingMax,
});
parser.core.ruler.enableOnly(['normalize', 'block']);
// A link definition would vanish from the tokens; as a paragraph it stays visible.
parser.block.ruler.disable(['reference']);

type Frame = {
  kind: 'root' | 'list' | 'item' | 'quote' | 'table';
  /** Text before the list, table or quotation. */
  lead: string;
  /** The last paragraph or heading-free text seen directly inside this frame. */
  previous: string;
  /** First text of a list item. */
  text: string;
};

type Walk = {
  readonly text: string;
  readonly lines: Lines;
  readonly firstLine: number;
  readonly frames: Frame[];
  readonly headings: { level: number; title: string }[];
  readonly blocks: Block[];
  readonly covered: Uint8Array;
  table: { headers: string[]; column: number; isHead: boolean; cells: Span[] };
};

/** Leaf blocks of the lines from `firstLine` to `endLine`. Lines that the parser dropped come back as plain blocks. */
export function toBlocks(text: string, lines: Lines, firstLine: number, endLine: number): Block[] {
  const source = text.slice(lines.start(firstLine), lines.end(endLine - 1));
  const walk: Walk = {
    text,
    lines,
    firstLine,
    frames: [newFrame('root', '')],
    headings: [],
    blocks: [],
    covered: new Uint8Array(endLine - firstLine),
    table: { headers: [], column: 0, isHead: false, cells: [] },
  };
  const tokens = parser.parse(source, {});
  for (const [index, token] of tokens.entries()) visit(walk, token, tokens[index - 1]);
  return [...walk.blocks, ...droppedLines(walk)].sort((a, b) => a.start - b.start);
}

const newFrame = (kind: Frame['kind'], lead: string): Frame => ({ kind, lead, previous: '', text: '' });

function top(walk: Walk): Frame {
  const frame = walk.frames.at(-1);
  if (!frame) throw new Error('the root frame is never popped');
  return frame;
}

function visit(walk: Walk, token: Token, before: Token | undefined): void {
  switch (token.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      walk.frames.push(newFrame('list', top(walk).previous));
      return;
    case 'list_item_open':
      walk.frames.push(newFrame('item', ''));
      return;
    case 'blockquote_open':
      walk.frames.push(newFrame('quote', top(walk).previous));
      return;
    case 'table_open':
      walk.frames.push(newFrame('table', top(walk).previous));
      walk.table = { headers: [], column: 0, isHead: true, cells: [] };
      cover(walk, token);
      return;
    case 'bullet_list_close':
    case 'ordered_list_close':
    case 'list_item_close':
    case 'blockquote_close':
    case 'table_close':
      walk.frames.pop();
      return;
    case 'tbody_open':
      walk.table.isHead = false;
      return;
    case 'tr_open':
      walk.table.cells = splitRow(walk, token);
      walk.table.column = 0;
      return;
    case 'hr':
      top(walk).previous = '';
      cover(walk, token);
      return;
    case 'inline':
      visitInline(walk, token, before);
      return;
    case 'fence':
    case 'code_block':
      visitCode(walk, token);
      return;
    case 'html_block':
      addLines(walk, 'html', token, token.content.split('\n'));
      return;
    default:
      return;
  }
}

function visitInline(walk: Walk, token: Token, before: Token | undefined): void {
  if (before?.type === 'heading_open') visitHeading(walk, token, Number(before.tag.slice(1)), before);
  else if (before?.type === 'th_open' || before?.type === 'td_open') visitCell(walk);
  else visitParagraph(walk, token);
}

function visitParagraph(walk: Walk, token: Token): void {
  const kind = DEFINITION.test(token.content) ? 'definition' : 'paragraph';
  const block = addLines(walk, kind, token, token.content.split('\n'));
  if (!block) return;
  const frame = top(walk);
  if (frame.kind === 'item' && frame.text === '') frame.text = block.text;
  frame.previous = block.text;
}

const DEFINITION = /^\[[^\]\n]{1,200}\]:\s*\S/;

function visitHeading(walk: Walk, token: Token, level: number, open: Token): void {
  cover(walk, open);
  while ((walk.headings.at(-1)?.level ?? 0) >= level) walk.headings.pop();
  addLines(walk, 'heading', token, token.content.split('\n'));
  walk.headings.push({ level, title: token.content });
  top(walk).previous = '';
}

function visitCell(walk: Walk): void {
  const { table } = walk;
  const span = table.cells[table.column];
  const column = table.column;
  table.column += 1;
  if (!span) return;
  const text = walk.text.slice(span.start, span.end);
  if (table.isHead) table.headers.push(text);
  add(walk, 'cell', { ...span, text }, { header: table.isHead ? '' : (table.headers[column] ?? '') });
}

/** Splits a row into cells at pipes without a backslash, as markdown-it does. */
function splitRow(walk: Walk, token: Token): Span[] {
  const line = walk.firstLine + (token.map?.[0] ?? 0);
  const end = walk.lines.end(line);
  const cells: Span[] = [];
  let start = walk.lines.start(line);
  const container = /^[\s>]*/.exec(walk.text.slice(start, end))?.[0].length ?? 0;
  start += container;
  if (walk.text.charAt(start) === '|') start += 1;
  for (let at = start; at <= end; at += 1) {
    if (at < end && (walk.text.charAt(at) !== '|' || walk.text.charAt(at - 1) === '\\')) continue;
    if (at === end && walk.text.slice(start, end).trim() === '') break;
    cells.push(trimSpan(walk.text, start, at));
    start = at + 1;
  }
  return cells;
}

function trimSpan(text: string, from: number, to: number): Span {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  return { start, end: Math.max(start, from + raw.trimEnd().length) };
}

function visitCode(walk: Walk, token: Token): void {
  const language = (/^[^\s{,:]{0,40}/.exec(token.info.trim())?.[0] ?? '').toLowerCase();
  const [from, to] = token.map ?? [0, 0];
  cover(walk, token);
  const bodyLine = token.type === 'fence' ? from + 1 : from;
  const content = token.content.split('\n').slice(0, Math.max(0, to - bodyLine));
  const body = alignContent(walk.text, walk.lines, walk.firstLine + bodyLine, content);
  const frame = top(walk);
  const lead = frame.previous || (frame.kind === 'item' ? frame.text : '') || frame.lead;
  if (body.text !== '') add(walk, 'fence', body, { language, lead });
  frame.previous = '';
}

function addLines(walk: Walk, kind: BlockKind, token: Token, content: readonly string[]): Block | undefined {
  cover(walk, token);
  const body = alignContent(walk.text, walk.lines, walk.firstLine + (token.map?.[0] ?? 0), content);
  return body.text === '' ? undefined : add(walk, kind, body);
}

function add(walk: Walk, kind: BlockKind, body: Span & { text: string }, more: Partial<Block> = {}): Block {
  const { frames } = walk;
  const introducer = frames.findLast((frame) => frame.lead !== '');
  const block: Block = {
    kind,
    start: body.start,
    end: body.end,
    text: body.text,
    headings: walk.headings.map((heading) => heading.title),
    lead: introducer?.lead ?? '',
    items: frames.filter((frame) => frame.kind === 'item' && frame.text !== '').map((frame) => frame.text),
    listDepth: frames.filter((frame) => frame.kind === 'list').length,
    language: '',
    header: '',
    isPlain: false,
    inlines: kind === 'fence' ? [] : scanInline(body.text, body.start),
    ...more,
  };
  walk.blocks.push(block);
  return block;
}

function cover(walk: Walk, token: Token): void {
  const [from, to] = token.map ?? [0, 0];
  walk.covered.fill(1, from, to);
}

/** Lines that no leaf token covers: they nest deeper than the parser follows. */
function droppedLines(walk: Walk): Block[] {
  const spans: Span[] = [];
  for (let line = 0; line < walk.covered.length; line += 1) {
    if (walk.covered[line] === 1) continue;
    spans.push({ start: walk.lines.start(walk.firstLine + line), end: walk.lines.end(walk.firstLine + line) });
  }
  return toPlainBlocks(walk.text, spans);
}
