import { type FullTile, TILE_WIDTH } from '@assay/protocol';
import { and, asc, desc, eq, gte, lt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { logCheckpoints, logCosignatures, logLeaves, logOrigins, logTiles } from './log.tables.ts';

export type LeafRow = typeof logLeaves.$inferSelect;
export type CheckpointRow = typeof logCheckpoints.$inferSelect;
export type CosignatureRow = typeof logCosignatures.$inferSelect;
export type OriginRow = typeof logOrigins.$inferSelect;
export type TileKey = { readonly level: number; readonly index: number; readonly width: number };
/** Expects an index or a certificate. Without a size, uses the newest checkpoint. */
export type ProofQuery = {
  readonly leafIndex?: number | undefined;
  readonly certificateId?: string | undefined;
  readonly treeSize?: number | undefined;
};
type ProofHead = {
  readonly leaf: Pick<LeafRow, 'leafIndex' | 'leaf'> | undefined;
  readonly checkpoint: { readonly size: number; readonly note: string; readonly lines: readonly string[] } | undefined;
};

const countLeaves = statement<{ size: string }>(
  'log_count_leaves',
  'SELECT coalesce(max(leaf_index) + 1, 0) AS size FROM log_leaves',
);
const leafHashes = statement<{ hash: Buffer }>(
  'log_leaf_hashes',
  'SELECT hash FROM log_leaves WHERE leaf_index >= $1 AND leaf_index < $2 ORDER BY leaf_index',
);
const leafTexts = statement<{ leaf: string }>(
  'log_leaf_texts',
  'SELECT leaf FROM log_leaves WHERE leaf_index >= $1 AND leaf_index < $2 ORDER BY leaf_index',
);
/**
 * Reads any number of tiles in one statement. Full tiles are stored; partial ones are computed from the leaves or from
 * the roots of the tiles below. A missing tile is null.
 */
const readTiles = statement<{ hashes: Buffer | null }>(
  'log_read_tiles',
  `SELECT coalesce(
     CASE WHEN wanted.width = ${TILE_WIDTH} THEN
       (SELECT hashes FROM log_tiles WHERE level = wanted.level AND tile_index = wanted.index) END,
     CASE WHEN wanted.level = 0 THEN
       (SELECT string_agg(hash, ''::bytea ORDER BY leaf_index) FROM log_leaves
        WHERE leaf_index >= wanted.index * ${TILE_WIDTH} AND leaf_index < wanted.index * ${TILE_WIDTH} + wanted.width)
     ELSE
       (SELECT string_agg(root, ''::bytea ORDER BY tile_index) FROM log_tiles WHERE level = wanted.level - 1
        AND tile_index >= wanted.index * ${TILE_WIDTH} AND tile_index < wanted.index * ${TILE_WIDTH} + wanted.width)
     END) AS hashes
   FROM unnest($1::int[], $2::bigint[], $3::int[]) WITH ORDINALITY AS wanted (level, index, width, place) ORDER BY place`,
);
const newestOfAll = statement<{ origin: string; size: string; root: Buffer; note: string; signed_at: string }>(
  'log_newest_checkpoint',
  `SELECT origin, size, root, note, signed_at FROM log_checkpoints
   WHERE origin = (SELECT origin FROM log_origins ORDER BY number DESC LIMIT 1) ORDER BY size DESC LIMIT 1`,
);
/** A leaf, its checkpoint and the cosignatures. The leaf is selected by index or by certificate. */
const proofHead = statement<{
  leaf_index: string | null;
  leaf: string | null;
  size: string | null;
  note: string | null;
  lines: string[];
}>(
  'log_proof_head',
  `WITH leaf AS (
     SELECT leaf_index, leaf FROM log_leaves WHERE leaf_index = $1
     UNION ALL
     (SELECT leaf_index, leaf FROM log_leaves WHERE certificate_id = $2 ORDER BY position LIMIT 1)
   ), checkpoint AS (
     SELECT origin, size, note FROM log_checkpoints
     WHERE origin = (SELECT origin FROM log_origins ORDER BY number DESC LIMIT 1) AND size <= coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER})
     ORDER BY size DESC LIMIT 1
   )
   SELECT leaf.leaf_index, leaf.leaf, checkpoint.size, checkpoint.note, ARRAY(
     SELECT DISTINCT ON (key_name, key_id) line FROM log_cosignatures
     WHERE log_cosignatures.origin = checkpoint.origin AND log_cosignatures.size = checkpoint.size
     ORDER BY key_name, key_id, cosigned_at DESC) AS lines
   FROM (SELECT) one LEFT JOIN leaf ON true LEFT JOIN checkpoint ON true`,
);
const leavesBefore = statement<{ leaf_index: string; leaf: string }>(
  'log_leaves_before',
  'SELECT leaf_index, leaf FROM log_leaves WHERE leaf_index < $1 ORDER BY leaf_index DESC LIMIT $2',
);
/** For each of several sizes up to the newest, the first checkpoint that covers it. Each takes one index lookup. */
const checkpointsAlong = statement<{ size: string; signed_at: string }>(
  'log_checkpoints_along',
  `SELECT DISTINCT found.size, found.signed_at FROM generate_series(1, $3::int) AS step
   CROSS JOIN LATERAL (
     SELECT size, signed_at FROM log_checkpoints WHERE origin = $1 AND size >= ceil($2::numeric * step / $3)
     ORDER BY size LIMIT 1) AS found ORDER BY found.size`,
);
const restoreMark = statement<{ mark: string | null }>(
  'log_restore_mark',
  "SELECT obj_description('public.audit_log'::regclass, 'pg_class') AS mark",
);
const cosignatureLines = statement<{ line: string }>(
  'log_cosignature_lines',
  `SELECT DISTINCT ON (key_name, key_id) line FROM log_cosignatures WHERE origin = $1 AND size = $2
   ORDER BY key_name, key_id, cosigned_at DESC`,
);
/** A single statement. Audit log rows of concurrent transactions are in the next head. */
const appendAuditHead = statement(
  'log_append_audit_head',
  `SELECT append_log_leaf('AUDIT_HEAD', NULL, NULL, '0x' || head.hash, NULL, NULL, head.at)
   FROM (SELECT hash, at FROM audit_log ORDER BY position DESC LIMIT 1) head
   WHERE '0x' || head.hash IS DISTINCT FROM
     (SELECT payload_hash FROM log_leaves WHERE type = 'AUDIT_HEAD' ORDER BY leaf_index DESC LIMIT 1)`,
);

export function logStore(db: Database) {
  return {
    async countLeaves(): Promise<number> {
      const [row] = await countLeaves(db, []);
      return Number(row?.size ?? 0);
    },
    leafHashes: async (from: number, to: number): Promise<Buffer[]> =>
      (await leafHashes(db, [from, to])).map(({ hash }) => hash),
    leafTexts: async (from: number, to: number): Promise<string[]> =>
      (await leafTexts(db, [from, to])).map(({ leaf }) => leaf),
    async proofHead({ leafIndex, certificateId, treeSize }: ProofQuery): Promise<ProofHead> {
      const [row] = await proofHead(db, [leafIndex ?? null, certificateId ?? null, treeSize ?? null]);
      if (row === undefined) throw new Error('A SELECT without a condition answered with no row.');
      const { leaf_index, leaf, size, note, lines } = row;
      const isWanted = treeSize === undefined || Number(size) === treeSize;
      return {
        leaf: leaf === null ? undefined : { leafIndex: Number(leaf_index), leaf },
        checkpoint: note === null || !isWanted ? undefined : { size: Number(size), note, lines },
      };
    },
    /** Newest first. */
    leavesBefore: async (before: number, limit: number): Promise<Pick<LeafRow, 'leafIndex' | 'leaf'>[]> =>
      (await leavesBefore(db, [before, limit])).map(({ leaf_index, leaf }) => ({
        leafIndex: Number(leaf_index),
        leaf,
      })),
    checkpointsAlong: async (origin: string, size: number, count: number): Promise<{ at: string; size: number }[]> =>
      (await checkpointsAlong(db, [origin, size, count])).map((row) => ({
        at: new Date(row.signed_at).toISOString(),
        size: Number(row.size),
      })),
    /** The issuance first. */
    async leavesOf(certificateId: string, limit: number): Promise<LeafRow[]> {
      return db
        .select()
        .from(logLeaves)
        .where(eq(logLeaves.certificateId, certificateId))
        .orderBy(asc(logLeaves.position))
        .limit(limit);
    },
    appendAuditHead: async (): Promise<boolean> => (await appendAuditHead(db, [])).length > 0,

    /** In the order of the places. A missing tile is null. */
    readTiles: async (places: readonly TileKey[]): Promise<(Buffer | null)[]> =>
      (
        await readTiles(db, [
          places.map(({ level }) => level),
          places.map(({ index }) => index),
          places.map(({ width }) => width),
        ])
      ).map(({ hashes }) => hashes),
    /** Tiles derive from leaves, so a tile that another process stored first is identical. */
    async insertTiles(tiles: readonly FullTile[]): Promise<void> {
      if (tiles.length === 0) return;
      const rows = tiles.map(({ level, index, hashes, root }) => ({
        level,
        tileIndex: index,
        hashes: Buffer.from(hashes),
        root: Buffer.from(root),
      }));
      await db.insert(logTiles).values(rows).onConflictDoNothing();
    },

    async newestCheckpoint(origin: string): Promise<CheckpointRow | undefined> {
      const [row] = await db
        .select()
        .from(logCheckpoints)
        .where(eq(logCheckpoints.origin, origin))
        .orderBy(desc(logCheckpoints.size))
        .limit(1);
      return row;
    },
    /** The newest checkpoint of the current origin. */
    async newestOfAll(): Promise<CheckpointRow | undefined> {
      const [row] = await newestOfAll(db, []);
      return row && { ...row, size: Number(row.size), signedAt: new Date(row.signed_at) };
    },
    /** The newest checkpoint of at least this size with this many cosignatures. */
    async findCosigned(origin: string, size: number, quorum: number): Promise<CheckpointRow | undefined> {
      const cosigners = sql`(SELECT count(DISTINCT key_name) FROM log_cosignatures c
        WHERE c.origin = ${logCheckpoints.origin} AND c.size = ${logCheckpoints.size})`;
      const [row] = await db
        .select()
        .from(logCheckpoints)
        .where(and(eq(logCheckpoints.origin, origin), gte(logCheckpoints.size, size), sql`${cosigners} >= ${quorum}`))
        .orderBy(desc(logCheckpoints.size))
        .limit(1);
      return row;
    },
    async insertCheckpoint(row: CheckpointRow): Promise<void> {
      await db.insert(logCheckpoints).values(row).onConflictDoNothing();
    },

    async insertCosignatures(rows: readonly CosignatureRow[]): Promise<void> {
      if (rows.length > 0)
        await db
          .insert(logCosignatures)
          .values([...rows])
          .onConflictDoNothing();
    },
    linesOf: (origin: string, size: number): Promise<{ line: string }[]> => cosignatureLines(db, [origin, size]),
    /** The newest cosignature of each witness for this checkpoint. */
    async cosignaturesOf(origin: string, size: number): Promise<CosignatureRow[]> {
      return db
        .selectDistinctOn([logCosignatures.keyName, logCosignatures.keyId])
        .from(logCosignatures)
        .where(and(eq(logCosignatures.origin, origin), eq(logCosignatures.size, size)))
        .orderBy(asc(logCosignatures.keyName), asc(logCosignatures.keyId), desc(logCosignatures.cosignedAt));
    },
    /** The newest cosignature of each witness for any checkpoint of this log. */
    async lastCosignatures(origin: string): Promise<CosignatureRow[]> {
      return db
        .selectDistinctOn([logCosignatures.keyName, logCosignatures.keyId])
        .from(logCosignatures)
        .where(eq(logCosignatures.origin, origin))
        .orderBy(asc(logCosignatures.keyName), asc(logCosignatures.keyId), desc(logCosignatures.cosignedAt));
    },

    /** The mark of the last restored backup. */
    restoreMark: async (): Promise<string | null> => (await restoreMark(db, []))[0]?.mark ?? null,

    /** Newest first. */
    async listOrigins(): Promise<OriginRow[]> {
      return db.select().from(logOrigins).orderBy(desc(logOrigins.number));
    },
    async insertOrigin(row: OriginRow): Promise<void> {
      await db.insert(logOrigins).values(row).onConflictDoNothing();
    },

    /** ISSUED leaves in a range whose certificates are not currently valid, with whether they are revoked. */
    async withoutStanding(from: number, to: number): Promise<{ leafIndex: number; revoked: boolean }[]> {
      const { rows } = await db.execute<{ leaf_index: string; revoked: boolean }>(sql`
        SELECT leaf.leaf_index, state.revoked
        FROM log_leaves leaf JOIN certificate_states state ON state.certificate_id = leaf.certificate_id
        WHERE leaf.type = 'ISSUED' AND leaf.leaf_index >= ${from} AND leaf.leaf_index < ${to}
          AND (state.status <> 'APPROVED' OR EXISTS (
            SELECT FROM flags WHERE flags.certificate_id = leaf.certificate_id AND flags.state = 'OPEN'))`);
      return rows.map(({ leaf_index, revoked }) => ({ leafIndex: Number(leaf_index), revoked }));
    },
    async hasIssued(from: number, to: number): Promise<boolean> {
      const isIssued = and(eq(logLeaves.type, 'ISSUED'), gte(logLeaves.leafIndex, from), lt(logLeaves.leafIndex, to));
      const rows = await db.select({ index: logLeaves.leafIndex }).from(logLeaves).where(isIssued).limit(1);
      return rows.length > 0;
    },
  };
}
export type LogStore = ReturnType<typeof logStore>;
