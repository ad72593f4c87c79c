/** Verifies Merkle proofs (RFC 9162 §2.1.3.2 and §2.1.4.2, for the trees of RFC 6962). */
import { sha256 } from '@noble/hashes/sha2.js';
import { emptyRoot, HASH_BYTES, type Hash, type Hashes, hashChildren } from './merkle.ts';

/** No proof in a tree of 2^53 leaves has more hashes. */
export const PROOF_HASHES_MAX = 63;

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === HASH_BYTES && other.length === HASH_BYTES && one.every((byte, at) => byte === other[at]);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isSound = (hashes: Hashes): boolean =>
  hashes.length <= PROOF_HASHES_MAX && hashes.every(({ length }) => length === HASH_BYTES);

type InclusionClaim = {
  readonly leafHash: Uint8Array;
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly hashes: Hashes;
  readonly root: Uint8Array;
};

/** Whether this leaf is at this position of the tree with this root. */
export function isIncluded(claim: InclusionClaim, hash: Hash = sha256): boolean {
  const { leafHash, leafIndex, treeSize, hashes, root } = claim;
  if (!isCount(leafIndex) || !isCount(treeSize) || leafIndex >= treeSize) return false;
  if (!isSound(hashes) || leafHash.length !== HASH_BYTES) return false;
  let [node, last] = [leafIndex, treeSize - 1];
  let found = leafHash;
  for (const sibling of hashes) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      found = hashChildren(sibling, found, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      found = hashChildren(found, sibling, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameHash(found, root);
}

type ConsistencyClaim = {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly newSize: number;
  readonly newRoot: Uint8Array;
  readonly hashes: Hashes;
};

/** Whether the old tree is a prefix of the new one. */
export function isConsistent(claim: ConsistencyClaim, hash: Hash = sha256): boolean {
  const { oldSize, oldRoot, newSize, newRoot, hashes } = claim;
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize || !isSound(hashes)) return false;
  if (oldSize === 0) return hashes.length === 0 && isSameHash(oldRoot, emptyRoot(hash));
  if (oldSize === newSize) return hashes.length === 0 && isSameHash(oldRoot, newRoot);
  // The proof does not repeat an old tree that is a complete subtree.
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...hashes] : hashes;
  let [node, last] = [oldSize - 1, newSize - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [foundOld, foundNew] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      foundOld = hashChildren(sibling, foundOld, hash);
      foundNew = hashChildren(sibling, foundNew, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      foundNew = hashChildren(foundNew, sibling, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameHash(foundOld, oldRoot) && isSameHash(foundNew, newRoot);
}

// JavaScript's bit operators work on 32 bits only.
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
const isPowerOfTwo = (value: number): boolean => {
  let power = 1;
  while (power < value) power *= 2;
  return power === value;
};
