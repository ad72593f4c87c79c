import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { escapeIdentifier, type Pool } from 'pg';
import { BASELINE_END, MIGRATIONS_DIRECTORY, readMigrations } from '../platform/db/index.ts';
import earlier from './fixtures/first-schema.json' with { type: 'json' };

const ARCHIVE = new URL('fixtures/migrations-before-baseline.json.br', import.meta.url);

type File = { readonly name: string; readonly sql: string };
const writeAll = async (folder: string, files: readonly File[]): Promise<void> => {
  await Promise.all(files.map(({ name, sql }) => writeFile(join(folder, name), sql)));
};

/** Writes the migrations that the baseline replaced into a folder, or the first `count` of them. */
export async function writeMigrationsBeforeBaseline(folder: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const files: Record<string, string> = JSON.parse(brotliDecompressSync(await readFile(ARCHIVE)).toString());
  const all = Object.entries(files).map(([name, sql]) => ({ name, sql }));
  await writeAll(folder, all.slice(0, count));
}

/** Writes the baseline into a folder, without later migrations. */
export async function writeBaseline(folder: string): Promise<void> {
  const all = await readMigrations(MIGRATIONS_DIRECTORY);
  const baseline = all.filter(({ name }) => name <= BASELINE_END);
  await writeAll(folder, baseline);
}

/** Inserts stored rows of the first schema without firing triggers. */
export async function insertEarlierRows(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = 'replica'`);
    for (const [table, rows] of Object.entries(earlier.tables)) {
      const columns = Object.keys(rows[0] ?? {})
        .map((name) => escapeIdentifier(name))
        .join(', ');
      const name = escapeIdentifier(table);
      await client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query(`SET session_replication_role = 'origin'`);
  } finally {
    client.release();
  }
}
