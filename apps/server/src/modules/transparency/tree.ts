/** The tree as the database holds it. */
import { hash as digest } from 'node:crypto';
import {
  concatenate,
  createTreeReader,
  type Hash,
  openTree,
  TILE_WIDTH,
  type TileMemory,
  type TileRows,
  tileWidth,
} from '@assay/protocol';
import { LRUCache } from 'lru-cache';
import type { LogStore } from './log.store.ts';

/** Node's own: some ten times as quick as the portable one. */
export const hash: Hash = (bytes) => digest('sha256', bytes, 'buffer');

type TileStore = Pick<LogStore, 'findTile' | 'leafHashes' | 'tileRoots'>;

/** A tile that no published tree needs may be missing: that is a fault of the caller or of the database. */
export async function readTile(store: TileStore, level: number, index: number, width: number): Promise<Uint8Array> {
  const full = width === TILE_WIDTH ? await store.findTile(level, index) : undefined;
  if (full !== undefined) return full;
  const [from, to] = [index * TILE_WIDTH, index * TILE_WIDTH + width];
  const hashes = level === 0 ? await store.leafHashes(from, to) : await store.tileRoots(level - 1, from, to);
  if (hashes.length !== width) throw new Error(`Tile ${level}/${index} of width ${width} is not in the database.`);
  return concatenate(hashes);
}

/** Four megabytes: the tiles above the leaves of a log of millions, its edge, and those that are asked for most. */
const TILES_KEPT_MAX = 256;

export const createTileMemory = (): TileMemory => new LRUCache<string, TileRows>({ max: TILES_KEPT_MAX });

export const treeAt = (store: TileStore, size: number, memory: TileMemory = new Map<string, TileRows>()) =>
  createTreeReader(size, (level, index, width) => readTile(store, level, index, width), { hash, memory });

/** A tree that can grow from this size on. */
export async function reopenTree(store: TileStore, size: number) {
  const edge: Uint8Array[][] = [];
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const index = Math.floor(size / TILE_WIDTH ** (level + 1));
    const width = tileWidth(size, level, index);
    const bytes = width === 0 ? new Uint8Array() : await readTile(store, level, index, width);
    edge.push(Array.from({ length: width }, (_, at) => bytes.subarray(at * 32, (at + 1) * 32)));
  }
  return openTree(edge, hash);
}
export type GrowingTree = Awaited<ReturnType<typeof reopenTree>>;
