import type { Range, Segment, Span, View } from '../../types/index.ts';

/** Numbers views in creation order. Each audit has its own counter, so that ids never depend on an earlier audit. */
export type ViewIds = { next(): number };

export function createViewIds(): ViewIds {
  let last = 0;
  return { next: () => ++last };
}

export const rootView = (ids: ViewIds, file: string, text: string): View => ({
  id: ids.next(),
  file,
  text,
  parent: null,
  segments: null,
  layers: [],
});

/** A view of a range of its parent with a 1:1 mapping of characters (a fence, a field, a code span). */
export const sliceView = (ids: ViewIds, parent: View, start: number, end: number): View => ({
  id: ids.next(),
  file: parent.file,
  text: parent.text.slice(start, end),
  parent,
  segments: [{ start: 0, length: end - start, parentStart: start, parentLength: end - start }],
  layers: parent.layers,
});

export type DerivedText = { readonly text: string; readonly segments: readonly Segment[] };

/** A view produced by folding or decoding. `layer` names the step; it is `null` if a reader sees the same text. */
export const derivedView = (ids: ViewIds, parent: View, derived: DerivedText, layer: string | null): View => ({
  id: ids.next(),
  file: parent.file,
  text: derived.text,
  parent,
  segments: derived.segments,
  layers: layer === null ? parent.layers : [...parent.layers, layer],
});

/** Collects the pieces of a derived text and their ranges in the parent. */
type PieceWriter = {
  /** Copies `parent[start, end)` unchanged. */
  copy(start: number, end: number): void;
  /** Writes `text` in place of `parent[start, end)`. */
  replace(text: string, start: number, end: number): void;
  finish(): DerivedText;
};

export function createPieceWriter(parent: string): PieceWriter {
  const pieces: string[] = [];
  const segments: Segment[] = [];
  let length = 0;
  const add = (text: string, start: number, end: number): void => {
    if (text.length === 0) return;
    pieces.push(text);
    segments.push({ start: length, length: text.length, parentStart: start, parentLength: end - start });
    length += text.length;
  };
  return {
    copy: (start, end) => add(parent.slice(start, end), start, end),
    replace: add,
    finish: () => ({ text: pieces.join(''), segments }),
  };
}

function findSegment(segments: readonly Segment[], offset: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  let found: Segment | undefined;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) break;
    if (segment.start <= offset) {
      found = segment;
      low = middle + 1;
    } else high = middle - 1;
  }
  return found ?? segments[0];
}

/** Ranges of equal length map character by character; otherwise any offset maps to the whole parent range. */
const isLetterwise = (segment: Segment): boolean => segment.length === segment.parentLength;

function startInParent(segments: readonly Segment[], offset: number): number {
  const segment = findSegment(segments, offset);
  if (segment === undefined) return 0;
  if (!isLetterwise(segment)) return segment.parentStart;
  return segment.parentStart + Math.min(Math.max(offset - segment.start, 0), segment.length);
}

function endInParent(segments: readonly Segment[], offset: number): number {
  const segment = findSegment(segments, Math.max(offset - 1, 0));
  if (segment === undefined) return 0;
  if (!isLetterwise(segment)) return segment.parentStart + segment.parentLength;
  return segment.parentStart + Math.min(Math.max(offset - segment.start, 0), segment.length);
}

/** Maps a span to the parent view. */
function toParent(span: Span): Span {
  const { view } = span;
  if (view.parent === null) return span;
  if (view.segments === null) return { view: view.parent, start: span.start, end: span.end };
  const start = startInParent(view.segments, span.start);
  const end = Math.max(start, endInParent(view.segments, span.end));
  return { view: view.parent, start, end };
}

/** The range in the file itself that a span corresponds to. */
export function toOriginal(span: Span): Span {
  let at = span;
  while (at.view.parent !== null) at = toParent(at);
  return at;
}

const lineStarts = new WeakMap<View, readonly number[]>();

function linesOf(view: View): readonly number[] {
  const known = lineStarts.get(view);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = view.text.indexOf('\n'); at !== -1; at = view.text.indexOf('\n', at + 1)) starts.push(at + 1);
  lineStarts.set(view, starts);
  return starts;
}

/** Line and column of an offset, both 1-based. */
export function positionAt(view: View, offset: number): { line: number; col: number } {
  const starts = linesOf(view);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, col: offset - (starts[low] ?? 0) + 1 };
}

export function rangeOf(span: Span): Range {
  const original = toOriginal(span);
  const from = positionAt(original.view, original.start);
  const to = positionAt(original.view, original.end);
  return { startLine: from.line, startCol: from.col, endLine: to.line, endCol: to.col };
}

/** The complete lines that a span touches. */
export function lineAround({ view, start, end }: Span): string {
  const until = view.text.indexOf('\n', end);
  return view.text.slice(view.text.lastIndexOf('\n', start) + 1, until === -1 ? undefined : until);
}

/** The text under a span. */
export const wordsOf = ({ view, start, end }: Span): string => view.text.slice(start, end);

/** At most `chars` characters before a span. */
export const wordsBefore = ({ view, start }: Span, chars: number): string =>
  view.text.slice(Math.max(0, start - chars), start);

/** At most `chars` characters after a span. */
export const wordsBehind = ({ view, end }: Span, chars: number): string => view.text.slice(end, end + chars);

/** The text of a span with at most `before` and `behind` characters around it. */
export const wordsAround = ({ view, start, end }: Span, before: number, behind: number): string =>
  view.text.slice(Math.max(0, start - before), end + behind);

/** An empty span at the start of a span. */
export const startOf = ({ view, start }: Span): Span => ({ view, start, end: start });

/** Whether a text contains the words. */
export const says = ({ text }: View, words: string | RegExp): boolean =>
  typeof words === 'string' ? text.includes(words) : text.search(words) !== -1;
