/** The Merkle tree of RFC 6962 §2.1, kept as the tiles of C2SP tlog-tiles. Sizes are safe integers. */
import { sha256 } from '@noble/hashes/sha2.js';

export type Hash = (bytes: Uint8Array) => Uint8Array;
export type Hashes = readonly Uint8Array[];

export const HASH_BYTES = 32;
/** Hashes in a full tile, and the height of the subtree that a tile represents. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
/** More levels than a tree of 2^53 leaves needs. */
const LEVELS_MAX = 7;

/** RFC 6962 §2.1: separate prefixes for leaves and nodes, so that one cannot be passed off as the other. */
const LEAF_PREFIX = 0;
const NODE_PREFIX = 1;

export function hashLeaf(entry: Uint8Array, hash: Hash = sha256): Uint8Array {
  const bytes = new Uint8Array(entry.length + 1);
  bytes[0] = LEAF_PREFIX;
  bytes.set(entry, 1);
  return hash(bytes);
}

export function hashChildren(left: Uint8Array, right: Uint8Array, hash: Hash = sha256): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = NODE_PREFIX;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return hash(bytes);
}

export const emptyRoot = (hash: Hash = sha256): Uint8Array => hash(new Uint8Array());

/** The root over hashes whose count is a power of two. */
function hashComplete(hashes: Hashes, hash: Hash): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < row.length; at += 2)
      above.push(hashChildren(row[at] as Uint8Array, row[at + 1] as Uint8Array, hash));
    row = above;
  }
  const [root] = row;
  if (root === undefined) throw new RangeError('A complete subtree has at least one hash.');
  return root;
}

/** Combines subtrees from left to right. Each is larger than all subtrees to its right together. */
const foldRight = (subtrees: Hashes, hash: Hash): Uint8Array | undefined =>
  subtrees.reduceRight<Uint8Array | undefined>(
    (right, left) => (right === undefined ? left : hashChildren(left, right, hash)),
    undefined,
  );

/** The complete subtrees of the hashes of one partial tile, largest first. */
function subtreesOf(hashes: Hashes, hash: Hash): Uint8Array[] {
  const subtrees: Uint8Array[] = [];
  let at = 0;
  for (let width = TILE_WIDTH; width >= 1; width /= 2) {
    if ((hashes.length & width) === 0) continue;
    subtrees.push(hashComplete(hashes.slice(at, at + width), hash));
    at += width;
  }
  return subtrees;
}

export type FullTile = {
  readonly level: number;
  readonly index: number;
  /** 256 hashes of 32 bytes, concatenated. */
  readonly hashes: Uint8Array;
  /** The hash of this tile in the level above. */
  readonly root: Uint8Array;
};

/** An append-only tree. It keeps at most 255 hashes for each level and returns full tiles to the caller. */
export function openTree(edge: readonly Hashes[] = [], hash: Hash = sha256) {
  const levels: Uint8Array[][] = edge.map((hashes) => [...hashes]);
  const isSound = levels.length <= LEVELS_MAX && levels.every((hashes) => hashes.length < TILE_WIDTH);
  if (!isSound) throw new RangeError('The right edge of a tree has fewer than 256 hashes on each level.');
  let size = levels.reduce((sum, hashes, level) => sum + hashes.length * TILE_WIDTH ** level, 0);

  return {
    size: (): number => size,
    /** Appends a leaf hash and returns the tiles that it completes, lowest level first. */
    append(leafHash: Uint8Array): FullTile[] {
      const completed: FullTile[] = [];
      size += 1;
      let entry = leafHash;
      for (let level = 0; ; level++) {
        const hashes = levels[level] ?? [];
        levels[level] = hashes;
        hashes.push(entry);
        if (hashes.length < TILE_WIDTH) return completed;
        entry = hashComplete(hashes, hash);
        const index = size / TILE_WIDTH ** (level + 1) - 1;
        completed.push({ level, index, hashes: concatenate(hashes), root: entry });
        levels[level] = [];
      }
    },
    root(): Uint8Array {
      const subtrees = levels.toReversed().flatMap((hashes) => subtreesOf(hashes, hash));
      return foldRight(subtrees, hash) ?? emptyRoot(hash);
    },
  };
}

export function concatenate(parts: Hashes): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The hashes of a tile. Throws when the bytes are not `width` hashes. */
export function splitHashes(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * HASH_BYTES) throw new RangeError(`A tile of width ${width} has another length.`);
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** How many hashes tile `index` of a level has in a tree of this size. 0 when there is no such tile. */
export const tileWidth = (size: number, level: number, index: number): number =>
  Math.max(0, Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH));

export type ReadTile = (level: number, index: number, width: number) => Promise<Uint8Array>;

/** All hashes inside a tile, one byte array for each height. A node with missing leaves is not included. */
export type TileRows = readonly Uint8Array[];
/** Cache for the rows of tiles. A tile of a given width never changes. */
export type TileMemory = { get(key: string): TileRows | undefined; set(key: string, rows: TileRows): unknown };

function toRows(tile: Uint8Array, hash: Hash): Uint8Array[] {
  const rows = [tile];
  const pair = new Uint8Array(1 + 2 * HASH_BYTES);
  pair[0] = NODE_PREFIX;
  for (let below = tile; below.length >= 2 * HASH_BYTES; ) {
    const above = new Uint8Array(Math.floor(below.length / (2 * HASH_BYTES)) * HASH_BYTES);
    for (let at = 0; at < above.length; at += HASH_BYTES) {
      pair.set(below.subarray(2 * at, 2 * at + 2 * HASH_BYTES), 1);
      above.set(hash(pair), at);
    }
    rows.push(above);
    below = above;
  }
  return rows;
}

type TreeReaderOptions = { readonly hash?: Hash; readonly memory?: TileMemory };

/** Computes hashes of any part of a tree with `size` leaves from its tiles. */
export function createTreeReader(size: number, readTile: ReadTile, options: TreeReaderOptions = {}) {
  const { hash = sha256, memory = new Map<string, TileRows>() } = options;
  const reading = new Map<string, Promise<TileRows>>();

  async function readRows(level: number, index: number, width: number): Promise<TileRows> {
    const key = `${level}/${index}/${width}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    const bytes = await readTile(level, index, width);
    if (bytes.length !== width * HASH_BYTES) throw new RangeError(`Tile ${key} has another length.`);
    const rows = toRows(bytes, hash);
    memory.set(key, rows);
    return rows;
  }

  function rowsOf(level: number, index: number): Promise<TileRows> {
    const key = `${level}/${index}`;
    const found = reading.get(key) ?? readRows(level, index, tileWidth(size, level, index));
    reading.set(key, found);
    return found;
  }

  /** The complete subtree of 2^height leaves at this position of its level. */
  async function nodeHash(height: number, position: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT);
    const row = height % TILE_HEIGHT;
    const width = TILE_WIDTH / 2 ** row;
    const rows = await rowsOf(level, Math.floor(position / width));
    const from = (position % width) * HASH_BYTES;
    const found = rows[row]?.subarray(from, from + HASH_BYTES);
    if (found?.length !== HASH_BYTES) throw new RangeError(`There is no node ${height}/${position} in ${size} leaves.`);
    return found;
  }

  /** MTH(D[from:to]), with `from` at a split point of RFC 6962. */
  async function rangeHash(from: number, to: number): Promise<Uint8Array> {
    const nodes: Promise<Uint8Array>[] = [];
    for (let at = from; at < to; ) {
      let height = 0;
      while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= to) height++;
      nodes.push(nodeHash(height, at / 2 ** height));
      at += 2 ** height;
    }
    return foldRight(await Promise.all(nodes), hash) ?? emptyRoot(hash);
  }

  /** RFC 6962 §2.1.1: the sibling of the leaf comes first. */
  async function inclusionProof(leafIndex: number): Promise<Uint8Array[]> {
    if (!(leafIndex >= 0 && leafIndex < size)) throw new RangeError(`There is no leaf ${leafIndex} of ${size}.`);
    return Promise.all(pathRanges(leafIndex, 0, size).map(([from, to]) => rangeHash(from, to)));
  }

  /** RFC 6962 §2.1.2: proves that the tree of `oldSize` leaves is a prefix of this one. */
  async function consistencyProof(oldSize: number): Promise<Uint8Array[]> {
    if (!(oldSize >= 1 && oldSize <= size)) throw new RangeError(`No tree of ${oldSize} is the beginning of ${size}.`);
    const ranges = subproofRanges(oldSize, { from: 0, to: size, isWhole: true });
    return Promise.all(ranges.map(([from, to]) => rangeHash(from, to)));
  }

  return { root: () => rangeHash(0, size), inclusionProof, consistencyProof };
}
export type TreeReader = ReturnType<typeof createTreeReader>;

type Range = readonly [from: number, to: number];

/** The largest power of two below a number of leaves. */
function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

function pathRanges(leafIndex: number, from: number, to: number): Range[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  return leafIndex < middle
    ? [...pathRanges(leafIndex, from, middle), [middle, to]]
    : [...pathRanges(leafIndex, middle, to), [from, middle]];
}

type Subproof = { readonly from: number; readonly to: number; readonly isWhole: boolean };

/** `isWhole`: the old tree is exactly this subtree, so the verifier already knows its root. */
function subproofRanges(oldSize: number, { from, to, isWhole }: Subproof): Range[] {
  if (oldSize === to - from) return isWhole ? [] : [[from, to]];
  const split = splitOf(to - from);
  const middle = from + split;
  if (oldSize <= split) return [...subproofRanges(oldSize, { from, to: middle, isWhole }), [middle, to]];
  return [...subproofRanges(oldSize - split, { from: middle, to, isWhole: false }), [from, middle]];
}
