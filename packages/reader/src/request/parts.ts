import type { NotRead, Pass } from '@assay/analysis/types/reading';
import { estimateTokens, READING_LIMITS } from '../limits.ts';
import type { Documents, NumberedLine, ReadDocument } from './documents.ts';

/** The content that one request shows. */
export type Part = { readonly documents: readonly ReadDocument[] };

type Portioned = { readonly documents: readonly ReadDocument[]; readonly notRead: readonly NotRead[] };

/** Tokens per line for its number and punctuation. */
const LINE_OVERHEAD_TOKENS = 3;
const DOCUMENT_OVERHEAD_TOKENS = 30;

const tokensOf = ({ text }: NumberedLine): number => estimateTokens(text) + LINE_OVERHEAD_TOKENS;

/** Splits an overlong line into numbered pieces, so that no line is truncated and none fills a request. */
function toPieces({ number, text }: NumberedLine): NumberedLine[] {
  const { lineCharsMax } = READING_LIMITS;
  if (text.length <= lineCharsMax) return [{ number, text }];
  const pieces: NumberedLine[] = [];
  for (let start = 0; start < text.length; ) {
    const end = Math.min(start + lineCharsMax, text.length);
    const cut = isHighSurrogate(text, end - 1) && end < text.length ? end - 1 : end;
    pieces.push({ number, piece: pieces.length + 1, text: text.slice(start, cut) });
    start = cut;
  }
  return pieces;
}

const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;

/** Adds documents in order up to the limit of a submission. The first document that does not fit ends the selection. */
export function portion({ documents: whole, unreadable }: Documents, tokensMax: number): Portioned {
  const documents = whole.map((document) => ({ ...document, lines: document.lines.flatMap(toPieces) }));
  const kept: ReadDocument[] = [];
  const notRead: NotRead[] = [...unreadable];
  let left = tokensMax;
  for (const document of documents) {
    left -= DOCUMENT_OVERHEAD_TOKENS;
    const fitting = countFitting(document.lines, left);
    if (fitting > 0) kept.push({ ...document, lines: document.lines.slice(0, fitting) });
    if (fitting < document.lines.length) {
      notRead.push(toNotRead(document, document.lines.slice(fitting)));
      left = 0;
    } else left -= document.lines.reduce((sum, line) => sum + tokensOf(line), 0);
  }
  return { documents: kept, notRead };
}

function countFitting(lines: readonly NumberedLine[], tokensMax: number): number {
  let spent = 0;
  const past = lines.findIndex((line) => {
    spent += tokensOf(line);
    return spent > tokensMax;
  });
  return past === -1 ? lines.length : past;
}

const toNotRead = ({ file, carrier, isReachable }: ReadDocument, lines: readonly NumberedLine[]): NotRead => ({
  file,
  startLine: carrier?.startLine ?? lines.at(0)?.number ?? 1,
  endLine: carrier?.endLine ?? lines.at(-1)?.number ?? 1,
  reason: 'limit',
  isReachable,
});

const byName = (a: ReadDocument, b: ReadDocument): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Each pass shows the same content in a different order. */
export function inOrderOf(pass: Pass, documents: readonly ReadDocument[]): readonly ReadDocument[] {
  switch (pass) {
    case 'a':
      return documents;
    case 'b':
      return documents.toReversed();
    case 'c':
      return documents.toSorted(byName);
  }
}

/** Acting documents share one request: a reader that sees only half of them cannot judge their combined effect. */
const isTogether = (acting: readonly ReadDocument[]): boolean =>
  acting.reduce((sum, one) => sum + costOf(one), 0) <= READING_LIMITS.togetherTokensMax;

/** The acting documents, if no request shows all of them together. `undefined` when one does. */
export function findReadApart(documents: readonly ReadDocument[]): NotRead | undefined {
  const acting = documents.filter(({ isActing }) => isActing);
  const last = acting.at(-1);
  if (last === undefined || acting.length < 2 || isTogether(acting)) return undefined;
  return toNotRead({ ...last, isReachable: true }, last.lines);
}

/** Fills requests in order. A document longer than a request is split with an overlap. Acting documents stay together. */
export function splitIntoParts(
  documents: readonly ReadDocument[],
  entry: string | null,
  requestTokensMax: number,
): Part[] {
  const acting = documents.filter(({ isActing }) => isActing);
  const whole = documents.reduce((sum, one) => sum + costOf(one), 0);
  if (whole <= requestTokensMax || acting.length < 2 || !isTogether(acting))
    return fillParts(documents, entry, requestTokensMax);
  const rest = documents.filter(({ isActing }) => !isActing);
  return [{ documents: acting }, ...fillParts(rest, entry, requestTokensMax, openingOf(acting, entry))];
}

function fillParts(
  documents: readonly ReadDocument[],
  entry: string | null,
  requestTokensMax: number,
  opening = openingOf(documents, entry),
): Part[] {
  const room = Math.max(1, requestTokensMax - (opening === undefined ? 0 : costOf(opening)));
  const parts: ReadDocument[][] = [];
  let open: ReadDocument[] = [];
  let left = room;
  for (const piece of documents.flatMap((document) => splitDocument(document, room))) {
    const cost = costOf(piece);
    if (cost > left && open.length > 0) {
      parts.push(open);
      open = [];
      left = room;
    }
    open.push(piece);
    left -= cost;
  }
  if (open.length > 0) parts.push(open);
  return parts.map((part) => ({ documents: withOpening(part, opening) }));
}

const costOf = ({ lines }: ReadDocument): number =>
  lines.reduce((sum, line) => sum + tokensOf(line), DOCUMENT_OVERHEAD_TOKENS);

function splitDocument(document: ReadDocument, tokensMax: number): ReadDocument[] {
  const pieces: ReadDocument[] = [];
  const { overlapLines } = READING_LIMITS;
  for (let start = 0; start < document.lines.length; ) {
    const rest = document.lines.slice(start);
    const count = Math.max(1, countFitting(rest, tokensMax - DOCUMENT_OVERHEAD_TOKENS));
    pieces.push({ ...document, lines: rest.slice(0, count) });
    if (count >= rest.length) break;
    start += Math.max(1, count - overlapLines);
  }
  return pieces;
}

function openingOf(documents: readonly ReadDocument[], entry: string | null): ReadDocument | undefined {
  const found = documents.find(({ name }) => name === entry);
  if (found === undefined) return undefined;
  const { openingLines, openingTokensMax } = READING_LIMITS;
  const first = found.lines.slice(0, openingLines);
  return { ...found, lines: first.slice(0, countFitting(first, openingTokensMax)) };
}

/** Every part begins with the opening of the entry document, unless the part already contains it. */
function withOpening(part: readonly ReadDocument[], opening: ReadDocument | undefined): readonly ReadDocument[] {
  if (opening === undefined) return part;
  const hasIt = part.some(({ name, lines }) => name === opening.name && lines.at(0)?.number === 1);
  return hasIt ? part : [opening, ...part];
}
