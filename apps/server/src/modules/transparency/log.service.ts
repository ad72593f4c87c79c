import {
  encodeEntries,
  findTilePlace,
  GROWTH_POINTS_MAX,
  type LogConsistency,
  type LogEntries,
  type LogGrowth,
  type LogLeaf,
  type LogParameters,
  type LogProof,
  type NoteKey,
  Problem,
  TILE_WIDTH,
  toBase64,
  toVerifierKey,
} from '@assay/protocol';
import type { CheckpointRow, LeafRow, LogStore, ProofQuery } from './log.store.ts';
import type { Origins } from './origins.service.ts';
import { createTileLoader, createTileMemory, treeAt } from './tree.ts';
import type { Witnesses } from './witnesses.service.ts';

type Deps = {
  readonly store: LogStore;
  readonly origins: Pick<Origins, 'list'>;
  readonly witnesses: Pick<Witnesses, 'list' | 'withCosignatures'>;
  readonly keyOf: (origin: string) => NoteKey;
  readonly prefix: string;
};
type Tile = { readonly bytes: Buffer; readonly isFull: boolean };

const utf8 = new TextEncoder();
const invalid = (pointer: string, detail: string): Problem =>
  new Problem('validation_failed', { errors: [{ pointer, detail }] });

/** The text of a leaf is canonical JSON and never changes. */
export const leafOf = ({ leaf }: Pick<LeafRow, 'leaf'>): LogLeaf => JSON.parse(leaf);

/** All reads of the log. Answers contain only what a published checkpoint covers. */
export function createLog({ store, origins, witnesses, keyOf, prefix }: Deps) {
  const memory = createTileMemory();
  const readTile = createTileLoader(store);
  const findNewest = (): Promise<CheckpointRow | undefined> => store.newestOfAll();
  async function newest(): Promise<CheckpointRow> {
    const row = await findNewest();
    if (row === undefined) throw new Problem('log_not_published');
    return row;
  }

  const noteOf = async ({ origin, size, note }: CheckpointRow): Promise<string> =>
    witnesses.withCosignatures(
      note,
      (await store.linesOf(origin, size)).map(({ line }) => line),
    );

  /** `level/path` in the notation of C2SP. */
  async function tile(path: string): Promise<Tile> {
    const place = findTilePlace(path);
    const published = await findNewest();
    if (place === undefined || published === undefined) throw new Problem('tile_not_found');
    const { level, index, width } = place;
    const height = level === 'entries' ? 0 : level;
    const end = (index * TILE_WIDTH + width) * TILE_WIDTH ** height;
    if (!(end <= published.size)) throw new Problem('tile_not_found');
    const isFull = width === TILE_WIDTH;
    if (level !== 'entries') return { bytes: Buffer.from(await readTile(level, index, width)), isFull };
    const leaves = await store.leafTexts(index * TILE_WIDTH, index * TILE_WIDTH + width);
    return { bytes: Buffer.from(encodeEntries(leaves.map((leaf) => utf8.encode(leaf)))), isFull };
  }

  async function proveIn(size: number, leafIndex: number): Promise<string[]> {
    return (await treeAt(store, size, memory).inclusionProof(leafIndex)).map((hash) => toBase64(hash));
  }

  /** Takes two statements: one for the proven leaf, one for the tiles that are not cached. */
  async function proof(wanted: ProofQuery): Promise<LogProof> {
    if ((wanted.leafIndex === undefined) === (wanted.certificateId === undefined))
      throw invalid('/query/leafIndex', 'Give either leafIndex or certificateId.');
    const { leaf, checkpoint } = await store.proofHead(wanted);
    if (leaf === undefined) throw new Problem('leaf_not_found');
    if (checkpoint === undefined) {
      await newest();
      throw invalid('/query/treeSize', 'No checkpoint of this size was published.');
    }
    const { leafIndex } = leaf;
    const { size, note, lines } = checkpoint;
    if (leafIndex >= size) throw new Problem('leaf_not_covered');
    return {
      leafIndex,
      leaf: leafOf(leaf),
      treeSize: size,
      hashes: await proveIn(size, leafIndex),
      checkpoint: witnesses.withCosignatures(note, lines),
    };
  }

  async function consistency({ from, to }: { from: number; to: number }): Promise<LogConsistency> {
    const { size } = await newest();
    if (from > to) throw invalid('/query/from', 'must not be larger than `to`');
    if (to > size) throw invalid('/query/to', `must not be larger than the published tree, which has ${size} leaves`);
    const hashes = await treeAt(store, to, memory).consistencyProof(from);
    return { from, to, hashes: hashes.map((hash) => toBase64(hash)) };
  }

  async function entries({ before, limit }: { before?: number | undefined; limit: number }): Promise<LogEntries> {
    const { size } = await newest();
    const items = await store.leavesBefore(Math.min(before ?? size, size), limit);
    const last = items.at(-1)?.leafIndex ?? 0;
    return {
      size,
      items: items.map((row) => ({ leafIndex: row.leafIndex, leaf: leafOf(row) })),
      nextBefore: last === 0 ? null : last,
    };
  }

  async function growth(): Promise<LogGrowth> {
    const { origin, size } = await newest();
    return { points: await store.checkpointsAlong(origin, size, GROWTH_POINTS_MAX) };
  }

  async function parameters(): Promise<LogParameters> {
    const [current, ...former] = await origins.list();
    if (current === undefined) throw new Problem('log_not_published');
    const { origin, closedAtCheckpoint, reason } = current;
    const [published, last] = [await store.newestCheckpoint(origin), await store.lastCosignatures(origin)];
    const endings = [{ closedAtCheckpoint, reason }, ...former];
    return {
      origin,
      verifierKey: toVerifierKey(keyOf(origin)),
      prefix,
      size: published?.size ?? 0,
      checkpointAt: published?.signedAt.toISOString() ?? null,
      witnesses: witnesses.list.map(({ key }) => {
        const signed = last.find(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
        const lastCosignedAt = signed?.cosignedAt.toISOString() ?? null;
        return { name: key.name, verifierKey: toVerifierKey(key), lastCosignedAt, lastSize: signed?.size ?? null };
      }),
      // The row of an origin records how the previous one ended.
      former: former.map((row, index) => ({
        origin: row.origin,
        endedWith: endings[index]?.closedAtCheckpoint ?? null,
        reason: endings[index]?.reason ?? '',
      })),
    };
  }

  return {
    tile,
    proof,
    proveIn,
    consistency,
    entries,
    growth,
    parameters,
    noteOf,
    newest,
    checkpoint: async (): Promise<string> => noteOf(await newest()),
    figures: async (): Promise<{ size: number; checkpointAt: string | null }> => {
      const row = await findNewest();
      return { size: row?.size ?? 0, checkpointAt: row?.signedAt.toISOString() ?? null };
    },
  };
}
export type Log = ReturnType<typeof createLog>;
