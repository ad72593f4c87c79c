import { type Inline, type InlineKind, MARKDOWN_LIMITS, type Span } from './document.ts';

/**
 * One pass over a block: code spans, links, images, tags, comments, quotations, strong and struck text. Every
 * look-ahead is either bounded or answered from a table that is built once, so that hostile text takes linear time.
 */
export function scanInline(text: string, offset: number): Inline[] {
  if (!MARKS.test(text)) return [];
  const found: Inline[] = [];
  const ticks = tickRuns(text);
  const lastComment = text.lastIndexOf('-->');
  const brackets: Bracket[] = [];
  const toggles = new Map<string, number>();
  const quotes: OpenQuote[] = [];
  const add = (kind: InlineKind, span: Span, inner: Span, target = '', title = '') =>
    found.push({
      kind,
      start: offset + span.start,
      end: offset + span.end,
      inner: { start: offset + inner.start, end: offset + inner.end },
      target,
      title,
    });

  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 1;
    } else if (char === '`') {
      const run = runLength(text, at, '`');
      const close = ticks.next(run, at + run);
      if (close < 0) {
        at += run - 1;
      } else {
        add('code', { start: at, end: close + run }, { start: at + run, end: close });
        at = close + run - 1;
      }
    } else if (char === '<') {
      const tag = readAngle(text, at, lastComment);
      if (tag) {
        add(tag.kind, { start: at, end: tag.end }, tag.inner, tag.target);
        at = tag.end - 1;
      }
    } else if (char === '[') {
      brackets.push({ at, isImage: text.charAt(at - 1) === '!' });
    } else if (char === ']') {
      const open = brackets.pop();
      const link = open && readTarget(text, at + 1);
      if (open && link) {
        const start = open.isImage ? open.at - 1 : open.at;
        add(
          open.isImage ? 'image' : 'link',
          { start, end: link.end },
          { start: open.at + 1, end: at },
          link.target,
          link.title,
        );
        at = link.end - 1;
      }
    } else if ((char === '*' || char === '~' || char === '_') && text.charAt(at + 1) === char) {
      const opened = toggles.get(char);
      if (opened === undefined) {
        toggles.set(char, at);
      } else {
        toggles.delete(char);
        add(char === '~' ? 'strike' : 'strong', { start: opened, end: at + 2 }, { start: opened + 2, end: at });
      }
      at += 1;
    } else if (QUOTE_MARKS.has(char)) {
      readQuote(text, at, char, quotes, (start, end) =>
        add('quote', { start, end }, { start: start + 1, end: end - 1 }),
      );
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

type Bracket = { at: number; isImage: boolean };
type OpenQuote = { at: number; close: string };

const MARKS = /[`<[*~_"'“”„‟‘«»「『‹]/;
const CLOSE_OF = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
]);
const QUOTE_MARKS = new Set([...CLOSE_OF.keys(), ...CLOSE_OF.values()]);
const OPEN_QUOTES_MAX = 8;
/** Every character that the scan has a branch for. */
const SIGN = /[\\`<[\]*~_"'“”„‘’«»‹›「」『』]/g;

function nextMark(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? text.length;
}

const LETTER = /[\p{L}\p{N}]/u;

function readQuote(
  text: string,
  at: number,
  char: string,
  open: OpenQuote[],
  emit: (start: number, end: number) => void,
): void {
  const index = open.findLastIndex((quote) => quote.close === char);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  if (index >= 0) {
    const quote = open[index];
    const isApostrophe = (char === "'" || char === '’') && LETTER.test(before) && LETTER.test(after);
    if (isApostrophe || !quote) return;
    open.length = index;
    if (at - quote.at <= MARKDOWN_LIMITS.quoteCharsMax) emit(quote.at, at + 1);
    return;
  }
  const close = CLOSE_OF.get(char);
  if (close === undefined || open.length >= OPEN_QUOTES_MAX) return;
  if ((char === '"' || char === "'") && (LETTER.test(before) || after === '' || /\s/.test(after))) return;
  open.push({ at, close });
}

function runLength(text: string, at: number, char: string): number {
  let end = at;
  while (text.charAt(end) === char) end += 1;
  return end - at;
}

/**
 * Positions of backtick runs by length. Each list is consumed from the front, so finding the closing run never rescans.
 */
function tickRuns(text: string): { next(length: number, from: number): number } {
  const byLength = new Map<number, { starts: number[]; used: number }>();
  for (let at = text.indexOf('`'); at >= 0; ) {
    const length = runLength(text, at, '`');
    const entry = byLength.get(length) ?? { starts: [], used: 0 };
    entry.starts.push(at);
    byLength.set(length, entry);
    at = text.indexOf('`', at + length);
  }
  return {
    next(length, from) {
      const entry = byLength.get(length);
      if (!entry) return -1;
      while ((entry.starts[entry.used] ?? Number.POSITIVE_INFINITY) < from) entry.used += 1;
      return entry.starts[entry.used] ?? -1;
    },
  };
}

const TAG_CHARS_MAX = 1_000;
const TAG = /^<\/?[A-Za-z][\w:-]{0,40}(?=[\s/>])/;
const AUTOLINK = /^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,900})>/;

type Angle = { kind: 'html' | 'comment' | 'autolink'; end: number; inner: Span; target: string };

function readAngle(text: string, at: number, lastComment: number): Angle | undefined {
  if (text.startsWith('<!--', at)) {
    if (lastComment < at + 4) return undefined;
    const close = text.indexOf('-->', at + 4);
    return { kind: 'comment', end: close + 3, inner: { start: at + 4, end: close }, target: '' };
  }
  const window = text.slice(at, at + TAG_CHARS_MAX);
  const link = AUTOLINK.exec(window);
  if (link) {
    const end = at + link[0].length;
    return { kind: 'autolink', end, inner: { start: at + 1, end: end - 1 }, target: link[1] ?? '' };
  }
  if (!TAG.test(window)) return undefined;
  const close = window.indexOf('>');
  if (close < 0) return undefined;
  return { kind: 'html', end: at + close + 1, inner: { start: at + 1, end: at + close }, target: '' };
}

const TARGET_CHARS_MAX = 2_000;
const TARGET =
  /^\(\s{0,20}(<[^<>\n]{0,1000}>|[^\s()]{0,1800}(?:\([^\s()]{0,300}\)[^\s()]{0,300})?)(?:\s{1,20}("[^"]{0,900}"|'[^']{0,900}'|\([^()]{0,900}\)))?\s{0,20}\)/;

function readTarget(text: string, at: number): { end: number; target: string; title: string } | undefined {
  if (text.charAt(at) !== '(') return undefined;
  const match = TARGET.exec(text.slice(at, at + TARGET_CHARS_MAX));
  if (!match) return undefined;
  const target = (match[1] ?? '').replace(/^<|>$/g, '');
  return { end: at + match[0].length, target, title: (match[2] ?? '').slice(1, -1) };
}
