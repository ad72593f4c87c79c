// The tree for `commitRoot` and `isInRoot`: keccak256, sorted pairs, leaves hashed once more than keys, odd nodes move
// up unchanged.
import { concat, type Hex, keccak256 } from 'viem';

export type MerkleBatch = { root: Hex; size: number /** in the order of the given keys */; proofs: Hex[][] };

export function buildMerkleBatch(keys: readonly Hex[]): MerkleBatch {
  if (keys.length === 0) throw new Error('A batch has at least one certificate.');
  if (new Set(keys).size !== keys.length) throw new Error('A batch names each certificate once.');

  let level = keys.map((key) => keccak256(key));
  const positions = keys.map((_, index) => index);
  const proofs: Hex[][] = keys.map(() => []);
  while (level.length > 1) {
    positions.forEach((position, leaf) => {
      const sibling = level[position ^ 1];
      if (sibling !== undefined) proofs[leaf]?.push(sibling);
      positions[leaf] = position >> 1;
    });
    level = pairUp(level);
  }
  const [root] = level;
  if (root === undefined) throw new Error('A tree has a root.');
  return { root, size: keys.length, proofs };
}

function pairUp(level: readonly Hex[]): Hex[] {
  const parents: Hex[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = level.slice(index, index + 2);
    if (left !== undefined) parents.push(right === undefined ? left : hashPair(left, right));
  }
  return parents;
}

function hashPair(a: Hex, b: Hex): Hex {
  return keccak256(a < b ? concat([a, b]) : concat([b, a]));
}
