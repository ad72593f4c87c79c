import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTreeReader,
  emptyRoot,
  type FullTile,
  type Hashes,
  hashChildren,
  hashLeaf,
  openTree,
  splitHashes,
  TILE_WIDTH,
  tileWidth,
} from './merkle.ts';
import { isConsistent, isIncluded, PROOF_HASHES_MAX } from './proofs.ts';

/** The test vectors of RFC 6962 implementations (google/certificate-transparency). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const nodeHash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const leafAt = (index: number) => hashLeaf(new TextEncoder().encode(`leaf ${index}`), nodeHash);

/** MTH as RFC 6962 §2.1 defines it. */
function plainRoot(hashes: Hashes): Uint8Array {
  if (hashes.length <= 1) return hashes[0] ?? emptyRoot();
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return hashChildren(plainRoot(hashes.slice(0, split)), plainRoot(hashes.slice(split)), nodeHash);
}

const SIZE_MAX = 70_000;
const ALL = Array.from({ length: SIZE_MAX }, (_, index) => leafAt(index));

/** A tree and the reader of its tiles at any size up to its own. */
function grow(size: number) {
  const tree = openTree([], nodeHash);
  const tiles: FullTile[] = [];
  for (const leaf of ALL.slice(0, size)) tiles.push(...tree.append(leaf));
  const entryOf = (level: number, entry: number): Uint8Array =>
    (level === 0 ? ALL[entry] : tiles.find((tile) => tile.level === level - 1 && tile.index === entry)?.root) ??
    new Uint8Array();
  const readerAt = (at: number) =>
    createTreeReader(
      at,
      async (level, index, width) => {
        const hashes = Array.from({ length: width }, (_, offset) => entryOf(level, index * TILE_WIDTH + offset));
        return Buffer.concat(hashes);
      },
      { hash: nodeHash },
    );
  return { tree, tiles, readerAt };
}

const LARGE = grow(SIZE_MAX);
const sizes = fc.integer({ min: 1, max: 1_500 });

describe('the tree', () => {
  it.each(ROOTS.map((root, index) => [index + 1, root] as const))(
    'of the published %i leaves has the published root',
    (size, root) => {
      const tree = openTree();
      for (const leaf of LEAVES.slice(0, size)) tree.append(hashLeaf(hexToBytes(leaf)));
      expect(bytesToHex(tree.root())).toBe(root);
    },
  );

  it('without leaves has the hash of the empty string as its root', () => {
    expect(bytesToHex(openTree().root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('has the root of RFC 6962 at every size, even when it is reopened from its edge', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const { tree, tiles } = grow(size);
        const expected = bytesToHex(plainRoot(ALL.slice(0, size)));
        expect(bytesToHex(tree.root())).toBe(expected);
        const low = ALL.slice(size - (size % TILE_WIDTH), size);
        const high = tiles.filter(({ level }) => level === 0).map(({ root }) => root);
        const again = openTree([low, high], nodeHash);
        expect([again.size(), bytesToHex(again.root())]).toEqual([size, expected]);
      }),
      { numRuns: 40 },
    );
  });

  it('of 70,000 leaves has the number of tiles that tlog-tiles prescribes', () => {
    const count = (level: number) => LARGE.tiles.filter((tile) => tile.level === level).length;
    expect([count(0), count(1), count(2)]).toEqual([273, 1, 0]);
    expect([tileWidth(SIZE_MAX, 0, 273), tileWidth(SIZE_MAX, 1, 1), tileWidth(SIZE_MAX, 2, 0)]).toEqual([112, 17, 1]);
    expect([tileWidth(256, 0, 0), tileWidth(256, 1, 0), tileWidth(256, 0, 1)]).toEqual([256, 1, 0]);
    expect(bytesToHex(LARGE.tree.root())).toBe(bytesToHex(plainRoot(ALL)));
  });

  it('is not opened from an impossible edge', () => {
    expect(() => openTree([ALL.slice(0, TILE_WIDTH)])).toThrow(RangeError);
    expect(() => splitHashes(new Uint8Array(31), 1)).toThrow(RangeError);
  });
});

/** Small trees, and two of three levels. */
const anySize = fc.oneof({ arbitrary: sizes, weight: 9 }, { arbitrary: fc.constantFrom(65_536, SIZE_MAX), weight: 1 });
const roots = new Map<number, Uint8Array>();
function rootOf(size: number): Uint8Array {
  const root = roots.get(size) ?? plainRoot(ALL.slice(0, size));
  roots.set(size, root);
  return root;
}

describe('inclusion', () => {
  it('is proven for any leaf of any tree, and for nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (treeSize, seed, change) => {
        const leafIndex = seed % treeSize;
        const hashes = await LARGE.readerAt(treeSize).inclusionProof(leafIndex);
        const claim = { leafHash: leafAt(leafIndex), leafIndex, treeSize, hashes, root: rootOf(treeSize) };
        expect(isIncluded(claim)).toBe(true);
        expect(isIncluded({ ...claim, leafHash: leafAt(leafIndex + 1) })).toBe(false);
        expect(isIncluded({ ...claim, root: rootOf(treeSize).map((byte, at) => (at === 0 ? byte ^ 1 : byte)) })).toBe(
          false,
        );
        expect(isIncluded({ ...claim, hashes: [...hashes, leafAt(0)] })).toBe(false);
        if (hashes.length === 0) return;
        expect(isIncluded({ ...claim, hashes: hashes.slice(1) })).toBe(false);
        expect(isIncluded({ ...claim, leafIndex: (leafIndex + 1) % treeSize })).toBe(false);
        const at = change % hashes.length;
        const changed = hashes.map((hash, index) => (index === at ? hash.map((byte) => byte ^ 0x80) : hash));
        expect(isIncluded({ ...claim, hashes: changed })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused for a leaf outside the tree, hashes of other lengths and overlong proofs', async () => {
    const hashes = await LARGE.readerAt(3).inclusionProof(0);
    const claim = { leafHash: leafAt(0), leafIndex: 0, treeSize: 3, hashes, root: rootOf(3) };
    const endless = Array.from({ length: PROOF_HASHES_MAX + 1 }, () => leafAt(0));
    expect(isIncluded({ ...claim, leafIndex: 3 })).toBe(false);
    expect(isIncluded({ ...claim, leafIndex: -1 })).toBe(false);
    expect(isIncluded({ ...claim, treeSize: 2.5 })).toBe(false);
    expect(isIncluded({ ...claim, leafHash: new Uint8Array(31) })).toBe(false);
    expect(isIncluded({ ...claim, hashes: endless })).toBe(false);
    await expect(LARGE.readerAt(3).inclusionProof(3)).rejects.toThrow(RangeError);
  });
});

describe('consistency', () => {
  it('is proven between any two sizes of one tree, and not with a rewritten leaf', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), async (newSize, seed) => {
        const oldSize = 1 + (seed % Math.min(newSize, 1_500));
        const hashes = await LARGE.readerAt(newSize).consistencyProof(oldSize);
        const claim = { oldSize, newSize, oldRoot: rootOf(oldSize), newRoot: rootOf(newSize), hashes };
        expect(isConsistent(claim)).toBe(true);
        const forged = plainRoot([...ALL.slice(0, oldSize - 1), leafAt(-1)]);
        expect(isConsistent({ ...claim, oldRoot: forged })).toBe(false);
        if (oldSize === newSize) return;
        expect(isConsistent({ ...claim, hashes: hashes.slice(0, -1) })).toBe(false);
        expect(isConsistent({ ...claim, hashes: [...hashes, leafAt(0)] })).toBe(false);
        expect(isConsistent({ ...claim, oldSize: newSize, newSize: oldSize })).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('with the empty tree needs no proof and accepts none', () => {
    const claim = { oldSize: 0, oldRoot: emptyRoot(), newSize: 5, newRoot: rootOf(5), hashes: [] };
    expect(isConsistent(claim)).toBe(true);
    expect(isConsistent({ ...claim, hashes: [leafAt(0)] })).toBe(false);
    expect(isConsistent({ ...claim, oldRoot: leafAt(0) })).toBe(false);
  });

  it('with a size outside the tree is not proven', async () => {
    await expect(LARGE.readerAt(5).consistencyProof(0)).rejects.toThrow(RangeError);
    await expect(LARGE.readerAt(5).consistencyProof(6)).rejects.toThrow(RangeError);
  });
});
