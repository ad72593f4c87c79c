import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { getTableConfig, PgTable } from './drizzle.ts';

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
/** The migration runner maintains these tables itself. */
const OWN_TABLES = ['applied_migrations'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function readDeclaredTables(): Promise<InstanceType<typeof PgTable>[]> {
  const files = (await readdir(SOURCE, { recursive: true })).filter((path) => path.endsWith('.tables.ts'));
  const modules = await Promise.all(files.map((path) => import(pathToFileURL(join(SOURCE, path)).href)));
  return modules.flatMap((exports) => Object.values(exports)).filter((value) => value instanceof PgTable);
}

type Column = { table: string; column: string; type: string; isNullable: boolean };

const byName = (a: Column, b: Column) => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`);

/** PostgreSQL's spelling of the column types. */
const SPELLINGS: Record<string, string> = {
  'timestamp (3) with time zone': 'timestamp(3) with time zone',
  'numeric(39, 0)': 'numeric(39,0)',
};

describe('declared tables', () => {
  it('equal the tables that the migrations create, column by column', async () => {
    const declared = (await readDeclaredTables()).flatMap((table): Column[] => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => ({
        table: name,
        column: column.name,
        type: SPELLINGS[column.getSQLType()] ?? column.getSQLType(),
        isNullable: !column.notNull,
      }));
    });

    const { rows } = await database.pool.query<Column>(
      `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS "type", NOT a.attnotnull AS "isNullable"
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ALL ($1)`,
      [OWN_TABLES],
    );

    expect(declared.sort(byName)).toEqual(rows.sort(byName));
  });
});
