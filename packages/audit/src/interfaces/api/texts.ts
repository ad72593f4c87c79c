import { eachNode } from './document/references.ts';
import { API_LIMITS } from './limits.ts';
import type { ScalarNode, TreeNode } from './tree/node.ts';

type TextField = ScalarNode & { readonly value: string };

const isText = (node: TreeNode): node is TextField => node.kind === 'scalar' && typeof node.value === 'string';

/** Invisible characters count as words, because they can address an agent. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|[\u{e0000}-\u{e01ef}]/u;
const PROSE = /\S\s+\S+\s+\S/;

/** Every text of a document, in document order: descriptions, examples, titles, extensions. */
export function textFields(root: TreeNode): readonly TextField[] {
  const known = fieldsOf.get(root);
  if (known !== undefined) return known;
  const found: TextField[] = [];
  eachNode(root, (node) => {
    if (isText(node) && (PROSE.test(node.value) || UNSEEN.test(node.value))) found.push(node);
  });
  found.sort((a, b) => a.start - b.start);
  fieldsOf.set(root, found);
  return found;
}
/** Cached because several rules read the same texts. */
const fieldsOf = new WeakMap<TreeNode, readonly TextField[]>();

export type Prose = {
  readonly text: string;
  /** The line of the document for a line of the prose. Both start at 1. */
  readonly lineOf: (line: number) => number;
  /** The document has more text than the limit. */
  readonly isCut: boolean;
};

/** The texts of a document as one page, for the rules that read prose. Each line keeps its line in the document. */
export function toProse(document: string, fields: readonly TextField[]): Prose {
  const lines = [''];
  const origins = [1];
  const counter = lineCounter(document);
  const seen = new Set<string>();
  let length = 0;
  let isCut = false;
  const add = (line: string, origin: number): void => {
    lines.push(line);
    origins.push(origin);
  };
  const pieces = [...fields.map((field) => toPiece(field, document)), ...commentsOf(document, fields)];
  for (const piece of pieces.sort((a, b) => a.at - b.at)) {
    const words = piece.lines.join('\n');
    // A sentence that repeats under every operation is read once.
    if (seen.has(words)) continue;
    seen.add(words);
    if (length + words.length > API_LIMITS.proseCharsMax) {
      isCut = true;
      break;
    }
    length += words.length;
    const first = counter(piece.at);
    for (const [index, line] of piece.lines.entries()) add(line, piece.isLined ? first + index : first);
    add('', first);
  }
  return { text: lines.join('\n'), lineOf: (line) => origins[line - 1] ?? 1, isCut };
}

type Piece = { readonly at: number; readonly lines: readonly string[]; readonly isLined?: boolean };

function toPiece(field: TextField, document: string): Piece {
  if (!field.isBlock) return { at: field.start, lines: field.value.split('\n') };
  const raw = document.slice(field.start, field.end).replace(/\n+$/, '').split('\n');
  const indent = Math.min(
    ...raw.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return { at: field.start, lines: raw.map((line) => line.slice(indent)), isLined: true };
}

const COMMENT = /^[ \t]*#[ \t]?(.*)$/gm;

/** Tools skip comments. A model that gets the file reads them. */
export function commentsOf(document: string, fields: readonly TextField[]): Piece[] {
  if (/^\s*\{/.test(document)) return [];
  const blocks = fields.filter(({ isBlock }) => isBlock);
  let block = 0;
  return [...document.matchAll(COMMENT)].flatMap(({ index, 1: words = '' }): Piece[] => {
    while (block < blocks.length && (blocks[block]?.end ?? 0) <= index) block += 1;
    const isInside = (blocks[block]?.start ?? Number.POSITIVE_INFINITY) <= index;
    return isInside || !PROSE.test(words) ? [] : [{ at: index, lines: [words] }];
  });
}

/** Line of an offset, from 1. Offsets must not decrease. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < offset; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}
