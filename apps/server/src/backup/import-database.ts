/** Puts the rows of a backup into an empty database, all or none. */
import type { Client } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { toRestoreMark } from '../modules/transparency/index.ts';
import { RESTORE_MARKER } from '../platform/db/index.ts';
import type { Head, Row, TableStart } from './backup-lines.ts';
import { PLAIN_TEXT, toSetSequence } from './export-database.ts';
import { BackupError } from './sealed-stream.ts';

/** PostgreSQL takes this many parameters in a statement. */
const PARAMETERS_MAX = 65_535;
const ROWS_AT_ONCE = 200;

const LIST_TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  and relname not in ('applied_migrations', '${RESTORE_MARKER}')`;
const LIST_FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;

type Named = { name: string };
type ForeignKey = Named & { table: string; definition: string };

export async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<Named>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1",
  );
  if (rows.length > 0)
    throw new BackupError(
      `The database is not empty: it has the table ${rows[0]?.name}. Restore into an empty DATA_DIR or a new database.`,
    );
}

/** Triggers and foreign keys are for rows that come one by one; the keys are checked again over all rows at the end. */
export function createImport(client: Client) {
  let table: TableStart | undefined;
  let waiting: Row[] = [];
  let foreignKeys: readonly ForeignKey[] = [];
  let triggered: readonly Named[] = [];

  async function flush(): Promise<void> {
    if (table === undefined || waiting.length === 0) return;
    const { name, columns } = table;
    const values = waiting.map(
      (_, row) => `(${columns.map((_column, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
    );
    await client.query(
      `insert into public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) overriding system value values ${values.join(', ')}`,
      waiting.flat(),
    );
    waiting = [];
  }

  return {
    async begin(): Promise<void> {
      await client.query(PLAIN_TEXT);
      await client.query('begin');
      triggered = (await client.query<Named>(LIST_TABLES)).rows;
      foreignKeys = (await client.query<ForeignKey>(LIST_FOREIGN_KEYS)).rows;
      for (const { table: of, name } of foreignKeys)
        await client.query(`alter table ${of} drop constraint ${escapeIdentifier(name)}`);
      for (const { name } of triggered)
        await client.query(`alter table public.${escapeIdentifier(name)} disable trigger user`);
      const names = triggered.map(({ name }) => `public.${escapeIdentifier(name)}`);
      await client.query(`truncate ${names.join(', ')}`); // rows that migrations bring are in the backup too
    },
    async openTable(next: TableStart): Promise<void> {
      await flush();
      if (!triggered.some(({ name }) => name === next.name))
        throw new BackupError(`The backup contains the table ${next.name}, which this version does not support.`);
      table = next;
    },
    async addRow(row: Row): Promise<void> {
      if (table === undefined || row.length !== table.columns.length)
        throw new BackupError(`A row of ${table?.name} has ${row.length} values.`);
      waiting.push(row);
      const isFull = waiting.length >= ROWS_AT_ONCE || (waiting.length + 1) * row.length > PARAMETERS_MAX;
      if (isFull) await flush();
    },
    async commit({ sequences }: Head): Promise<void> {
      await flush();
      for (const sequence of sequences) await client.query(toSetSequence(sequence));
      for (const { table: of, name, definition } of foreignKeys)
        await client.query(`alter table ${of} add constraint ${escapeIdentifier(name)} ${definition}`);
      for (const { name } of triggered)
        await client.query(`alter table public.${escapeIdentifier(name)} enable trigger user`);
      await markRestored(client);
      await client.query(`drop table public.${RESTORE_MARKER}`);
      await client.query('commit');
      await client.query('analyze');
    },
  };
}

/**
 * Says in the database itself that it was restored, and which origin of the transparency log it knew: leaves may have been published
 * after the backup. A comment is in no backup and needs no table, which a schema of before would not have.
 */
async function markRestored(client: Client): Promise<void> {
  const found = await client.query("select to_regclass('public.log_origins') as name");
  const numbers =
    found.rows[0]?.name === null ? undefined : await client.query('select max(number) as last from log_origins');
  const mark = toRestoreMark({ at: new Date(), originNumber: Number(numbers?.rows[0]?.last ?? 0) });
  await client.query(`comment on table public.audit_log is ${escapeLiteral(mark)}`);
}
