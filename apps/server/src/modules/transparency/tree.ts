/** The Merkle tree as stored in the database. */
import { hash as digest } from 'node:crypto';
import {
  createTreeReader,
  HASH_BYTES,
  type Hash,
  openTree,
  type ReadTile,
  TILE_WIDTH,
  type TileMemory,
  type TileRows,
  tileWidth,
} from '@assay/protocol';
import { LRUCache } from 'lru-cache';
import type { LogStore, TileKey } from './log.store.ts';

/** Node's own hash. Its result is faster as a string than as a buffer, and a proof from a tile takes 255 hashes. */
export const hash: Hash = (bytes) => Buffer.from(digest('sha256', bytes, 'binary'), 'binary');

type TileStore = Pick<LogStore, 'readTiles'>;
type Waiting = { readonly key: TileKey; resolve(bytes: Uint8Array): void; reject(error: unknown): void };

/** Reads all tiles requested in one turn of the event loop with one statement. A proof requests its tiles in one turn. */
export function createTileLoader(store: TileStore): ReadTile {
  let waiting: Waiting[] = [];

  async function load(batch: readonly Waiting[]): Promise<void> {
    try {
      const tiles = await store.readTiles(batch.map(({ key }) => key));
      for (const [at, { key, resolve, reject }] of batch.entries()) {
        const { level, index, width } = key;
        const bytes = tiles[at];
        if (bytes?.length === width * HASH_BYTES) resolve(bytes);
        else reject(new Error(`Tile ${level}/${index} of width ${width} is not in the database.`));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function flush(): void {
    const batch = waiting;
    waiting = [];
    for (let at = 0; at < batch.length; at += TILES_READ_MAX) void load(batch.slice(at, at + TILES_READ_MAX));
  }

  return (level, index, width) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ key: { level, index, width }, resolve, reject });
    });
}

/** Tiles per statement: half a megabyte. */
const TILES_READ_MAX = 64;

/** Four megabytes: the upper tiles of a log with millions of leaves, its edge, and the most requested tiles. */
const TILES_KEPT_MAX = 256;

export const createTileMemory = (): TileMemory => new LRUCache<string, TileRows>({ max: TILES_KEPT_MAX });

export const treeAt = (store: TileStore, size: number, memory: TileMemory = new Map<string, TileRows>()) =>
  createTreeReader(size, createTileLoader(store), { hash, memory });

/** A tree of this size that can grow. */
export async function reopenTree(store: TileStore, size: number) {
  const edge: Uint8Array[][] = [];
  const readTile = createTileLoader(store);
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1));
    const width = tileWidth(size, level, index);
    const bytes = width === 0 ? new Uint8Array() : await readTile(level, index, width);
    edge.push(Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)));
  }
  return openTree(edge, hash);
}
export type GrowingTree = Awaited<ReturnType<typeof reopenTree>>;
