/** What a backup holds, as lines of JSON: a head, every table with its rows, and an end that counts them. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './sealed-stream.ts';

export const Head = z.strictObject({
  kind: z.literal('head'),
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** The seed that seals certificates and closes later keys in the database. */
  signingKey: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })).min(1),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type Head = z.infer<typeof Head>;
const Table = z.strictObject({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()).min(1) });
const End = z.strictObject({
  kind: z.literal('end'),
  tables: z.record(z.string(), z.strictObject({ rows: z.number().int(), sha256: z.string() })),
});
export type Tables = z.infer<typeof End>['tables'];
/** Every value in PostgreSQL's text form. */
const Row = z.array(z.string().nullable());
export type Row = z.infer<typeof Row>;

export type TableStart = { readonly name: string; readonly columns: readonly string[] };
type Reader = {
  onHead(head: Head): Promise<void>;
  onTable(table: TableStart): Promise<void>;
  onRow(row: Row): Promise<void>;
};

/** Counts and hashes rows table by table, the same way on both ends. */
export function createTally() {
  const tables = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>();
  let current: { rows: number; hash: ReturnType<typeof createHash> } | undefined;
  return {
    open(name: string): void {
      if (tables.has(name)) throw new BackupError(`The backup contains the table ${name} twice.`);
      current = { rows: 0, hash: createHash('sha256') };
      tables.set(name, current);
    },
    add(line: string): void {
      if (current === undefined) throw new BackupError('The backup contains a row without a table.');
      current.rows++;
      current.hash.update(line).update('\n');
    },
    read: (): Tables =>
      Object.fromEntries(
        [...tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.copy().digest('hex') }]),
      ),
  };
}

/** Only at line feeds: readline would also break at separators that JSON leaves in strings. */
async function* splitLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Uint8Array[] = [];
  for await (const part of parts) {
    let start = 0;
    for (let end = part.indexOf(0x0a); end >= 0; end = part.indexOf(0x0a, start)) {
      yield Buffer.concat([...waiting, part.subarray(start, end)]).toString('utf8');
      waiting = [];
      start = end + 1;
    }
    if (start < part.length) waiting.push(part.subarray(start));
  }
  if (waiting.length > 0) throw new BackupError('The backup ends in the middle of a line.');
}

/** Walks a backup from head to end; throws unless it is whole. */
export async function readLines(plain: AsyncIterable<Uint8Array>, reader: Reader): Promise<Tables> {
  const tally = createTally();
  let end: Tables | undefined;
  let isFirst = true;
  for await (const line of splitLines(plain)) {
    if (end !== undefined) throw new BackupError('The backup contains data after its end.');
    const value: unknown = JSON.parse(line);
    if (isFirst) await reader.onHead(Head.parse(value));
    else if (Array.isArray(value)) {
      tally.add(line);
      await reader.onRow(Row.parse(value));
    } else if (End.safeParse(value).success) end = End.parse(value).tables;
    else {
      const { name, columns } = Table.parse(value);
      tally.open(name);
      await reader.onTable({ name, columns });
    }
    isFirst = false;
  }
  if (end === undefined) throw new BackupError('The backup is incomplete: its end is missing.');
  const found = tally.read();
  if (JSON.stringify(found) !== JSON.stringify(end))
    throw new BackupError('The row count of the backup does not match its contents.');
  return found;
}
