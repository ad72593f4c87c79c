/** All rows of one moment, read in one transaction beside whatever else the database does. */
import type { Client, QueryResult } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { RESTORE_MARKER } from '../platform/db/index.ts';
import { createTally, type Head } from './backup-lines.ts';
import { BackupError } from './sealed-stream.ts';

const ROWS_AT_ONCE = 500;

/** Text forms that do not depend on the settings of a server or a role. */
export const PLAIN_TEXT = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

const LIST_TABLES = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum)::text[] as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'applied_migrations'
  order by c.relname collate "C"`;
const LIST_SEQUENCES = `
  select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
  order by c.relname collate "C"`;

/** A client for this must leave values as PostgreSQL writes them: see `rawTypes`. */
export const rawTypes = { getTypeParser: () => (value: unknown) => value };

type Named = { name: string };

export async function* exportDatabase(
  client: Client,
  facts: Pick<Head, 'createdAt' | 'version' | 'signingKey'>,
): AsyncGenerator<string> {
  await client.query(PLAIN_TEXT);
  await client.query('begin isolation level repeatable read read only');
  const tables = await client.query<Named & { columns: string }>(LIST_TABLES);
  if (tables.rows.some(({ name }) => name === RESTORE_MARKER))
    throw new BackupError('A restore into this database has not finished: a backup of it would not be complete.');
  const migrations = await client.query<Head['migrations'][number]>(
    'select name, sha256 from applied_migrations order by name collate "C"',
  );
  const sequences = await readSequences(client);
  const head: Head = { kind: 'head', ...facts, migrations: migrations.rows, sequences };
  yield `${JSON.stringify(head)}\n`;
  const tally = createTally();
  for (const { name, columns } of tables.rows) {
    const names = parseNames(columns);
    tally.open(name);
    yield `${JSON.stringify({ kind: 'table', name, columns: names })}\n`;
    for await (const line of exportTable(client, name, names)) {
      tally.add(line);
      yield `${line}\n`;
    }
  }
  await client.query('commit');
  yield `${JSON.stringify({ kind: 'end', tables: tally.read() })}\n`;
}

/** Names of our own columns need no quotes in the text form of an array. */
const parseNames = (text: string): string[] => text.slice(1, -1).split(',');

async function* exportTable(client: Client, name: string, columns: readonly string[]): AsyncGenerator<string> {
  const list = columns.map(escapeIdentifier).join(', ');
  await client.query(`declare rows no scroll cursor for select ${list} from public.${escapeIdentifier(name)}`);
  for (;;) {
    const { rows }: QueryResult<(string | null)[]> = await client.query({
      text: `fetch ${ROWS_AT_ONCE} from rows`,
      rowMode: 'array',
    });
    for (const row of rows) yield JSON.stringify(row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close rows');
}

/** Sequences know no transactions. Read after the transaction has its snapshot, they are never behind a row that is exported. */
async function readSequences(client: Client): Promise<Head['sequences']> {
  const { rows } = await client.query<Named>(LIST_SEQUENCES);
  const read: Head['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: string }>(
      `select last_value as value, is_called as "isCalled" from public.${escapeIdentifier(name)}`,
    );
    const [found] = values;
    if (found !== undefined) read.push({ name, value: found.value, isCalled: found.isCalled === 't' });
  }
  return read;
}

export const toSetSequence = ({ name, value, isCalled }: Head['sequences'][number]): string =>
  `select setval(${escapeLiteral(`public.${escapeIdentifier(name)}`)}::regclass, ${escapeLiteral(value)}::bigint, ${isCalled})`;
