import { and, asc, eq, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { type BundleEntry, type BundleFile, bundleIdOf, bundleSha256Of, toEntries } from './bundles.ts';
import { bundleContents, bundleEntries, bundles, sealedInputs } from './submissions.tables.ts';

/** Bytes of content per statement. */
const BATCH_BYTES_MAX = 4 * 1024 * 1024;
const ENTRIES_BATCH_MAX = 1_000;

/** A bundle is referenced by sealed inputs and by known cases of validators. */
const isUnreferenced = sql`NOT EXISTS (SELECT FROM ${sealedInputs} WHERE ${sealedInputs.bundleId} = ${bundles.id})
  AND NOT EXISTS (SELECT FROM canary_cases WHERE canary_cases.bundle_id = ${bundles.id})`;

const loadFiles = statement<{ path: string; kind: BundleEntry['kind']; bytes: Buffer }>(
  'bundle_load',
  `SELECT e.path, e.kind, c.bytes FROM bundle_entries e JOIN bundle_contents c ON c.sha256 = e.sha256
   WHERE e.bundle_id = $1 ORDER BY e.path`,
);

/** Content-addressed and append-only: the database rejects changes, and the deletion of submitted bundles. */
export function bundleStore(db: Database) {
  return {
    /** Idempotent. Returns the id of the bundle. */
    async save(files: readonly BundleFile[], storedAt: Date): Promise<string> {
      const entries = toEntries(files);
      const id = bundleIdOf(entries);
      const row = { id, bundleSha256: bundleSha256Of(entries), storedAt };
      const added = await db.insert(bundles).values(row).onConflictDoNothing().returning({ id: bundles.id });
      if (added.length === 0) return id;
      for (const batch of byWeight(files, entries)) {
        await db.insert(bundleContents).values(batch).onConflictDoNothing();
      }
      for (let from = 0; from < entries.length; from += ENTRIES_BATCH_MAX) {
        const batch = entries.slice(from, from + ENTRIES_BATCH_MAX);
        await db.insert(bundleEntries).values(batch.map((entry) => ({ bundleId: id, ...entry })));
      }
      return id;
    },

    /** Every file, ordered by path. */
    async load(id: string): Promise<BundleFile[]> {
      const rows = await loadFiles(db, [id]);
      if (rows.length === 0) throw new Error(`Bundle ${id} not found`);
      return rows.map((row) => (row.kind === 'symlink' ? { ...row, target: row.bytes.toString('utf8') } : row));
    },

    /**
     * Deletes unreferenced bundles and the file contents that only they used, and returns how many bundles were deleted.
     * The table lock excludes transactions that are saving a bundle.
     */
    async deleteUnused(before: Date, limit: number): Promise<number> {
      await db.execute(sql`LOCK TABLE ${bundles} IN SHARE ROW EXCLUSIVE MODE`);
      const unused = await db
        .select({ id: bundles.id })
        .from(bundles)
        .where(and(lt(bundles.storedAt, before), isUnreferenced))
        .limit(limit);
      const ids = unused.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const held = await db
        .selectDistinct({ sha256: bundleEntries.sha256 })
        .from(bundleEntries)
        .where(inArray(bundleEntries.bundleId, ids));
      await db.delete(bundles).where(inArray(bundles.id, ids));
      const contents = held.map(({ sha256 }) => sha256);
      await db
        .delete(bundleContents)
        .where(
          and(
            inArray(bundleContents.sha256, contents),
            sql`NOT EXISTS (SELECT FROM ${bundleEntries} WHERE ${bundleEntries.sha256} = ${bundleContents.sha256})`,
          ),
        );
      return ids.length;
    },

    /** The entries without their bytes. */
    async list(id: string): Promise<BundleEntry[]> {
      const rows = await db
        .select()
        .from(bundleEntries)
        .where(eq(bundleEntries.bundleId, id))
        .orderBy(asc(bundleEntries.path));
      return rows.map(({ bundleId: _, ...entry }) => entry as BundleEntry);
    },
  };
}
export type BundleStore = ReturnType<typeof bundleStore>;

/** Each content once, in statements of bounded size. The global order prevents deadlocks between two writers. */
function byWeight(files: readonly BundleFile[], entries: readonly BundleEntry[]) {
  const all = files.map(({ bytes }, at) => [entries[at]?.sha256 ?? '', Buffer.from(bytes)] as const);
  const contents = new Map(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const batches: { sha256: string; bytes: Buffer }[][] = [];
  let weight = BATCH_BYTES_MAX;
  for (const [sha256, bytes] of contents) {
    weight += bytes.length;
    if (weight >= BATCH_BYTES_MAX) {
      batches.push([]);
      weight = bytes.length;
    }
    batches.at(-1)?.push({ sha256, bytes });
  }
  return batches;
}
