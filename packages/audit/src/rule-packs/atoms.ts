import type { MatchNode, Pack, Where } from './pack.ts';
import { childrenOf } from './read-pack.ts';
import { readRegex } from './regex-syntax.ts';

/**
 * The conditions of a pack, without names, order, grouping or spelling of its expressions. Packs with the same atoms
 * are the same work under any name.
 */
export function atomsOf({ rules }: Pick<Pack, 'rules'>): string[] {
  return [...new Set(rules.flatMap(({ match }) => nodeAtoms(match)))].sort();
}

function nodeAtoms(node: MatchNode): string[] {
  return [...ownAtoms(node), ...childrenOf(node).flatMap(nodeAtoms)];
}

function ownAtoms(node: MatchNode): string[] {
  if ('literal' in node) return node.literal.map(toAtom);
  if ('regex' in node) return readRegex(node.regex).words.map(toAtom);
  if ('fact' in node) return whereAtoms(node.fact, node.where);
  if ('flow' in node) return [...whereAtoms('from', node.flow.from), ...whereAtoms('to', node.flow.to)];
  return [];
}

const toAtom = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

function whereAtoms(kind: string, where: Where = {}): string[] {
  const values = Object.values(where).flatMap((asked): string[] => {
    if (typeof asked !== 'object') return [String(asked)];
    const { matches, in: oneOf = [], ...rest } = asked;
    const words = matches === undefined ? [] : readRegex(matches).words;
    return [
      ...words,
      ...oneOf.map(String),
      ...Object.values(rest)
        .filter((one) => one !== undefined)
        .map(String),
    ];
  });
  return values.length === 0 ? [`fact ${kind}`] : values.map((value) => `fact ${kind} ${toAtom(value)}`);
}

const SHARED_MIN = 3;
const COPIED_PERCENT = 70;

/**
 * Whether one pack copies the other. Compared with the smaller pack, so that padding does not hide a copy. A few common
 * atoms are not a copy, unless they are all of the atoms.
 */
export function isCopy(own: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  const shared = own.filter((atom) => known.has(atom)).length;
  if (shared === 0) return false;
  const isAll = shared === own.length || (shared === others.length && shared >= SHARED_MIN);
  return isAll || (shared >= SHARED_MIN && shared * 100 >= Math.min(own.length, others.length) * COPIED_PERCENT);
}
