/** What the database itself refuses, whatever code asks for it. */
import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { chainStore } from './chain.store.ts';
import type { Currency, LedgerAccountId } from './journal.ts';
import { createLedger, type Ledger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';
import { sealBatch } from './seal.service.ts';

const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));
const BOOKED = newId();

let database: TestDatabase;
let ledger: Ledger;
let [source, one, foreign]: LedgerAccountId[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger({ store: ledgerStore(database.db), clock: { now: () => new Date() } });
  const open = async (id: string, currency: Currency, mayGoNegative: boolean) =>
    (await ledger.openAccount({ owner: { kind: 'test', id }, currency, mayGoNegative })).id;
  source = await open('source', 'MARK', true);
  one = await open('one', 'MARK', false);
  foreign = await open('foreign', 'USDC', true);
  const postings = [
    { accountId: source, amount: -5n },
    { accountId: one, amount: 5n },
  ];
  await ledger.book({ id: BOOKED, kind: 'test', ref: { type: 'test', id: '1' }, postings });
  await sealBatch(chainStore(database.db));
});
afterAll(() => database.close());

const run = (sql: string, values: unknown[] = []): Promise<unknown> => database.pool.query(sql, values);

type Line = readonly [accountId: number | undefined, amount: bigint];
/** A journal of one transaction, past every check of the program. */
async function write(lines: readonly Line[], announced = lines.length): Promise<void> {
  const client = await database.pool.connect();
  try {
    const id = newId();
    await client.query('BEGIN');
    await client.query("INSERT INTO ledger_journals VALUES ($1, 'test', 'test', '1', NULL, $2, now())", [
      id,
      announced,
    ]);
    for (const [accountId, amount] of lines) {
      const sql = 'INSERT INTO ledger_postings (journal_id, account_id, amount) VALUES ($1, $2, $3)';
      await client.query(sql, [id, accountId, amount]);
    }
    await client.query('COMMIT');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('at the end of a transaction', () => {
  it('keeps a balanced journal', async () => {
    await expect(
      write([
        [source, -1n],
        [one, 1n],
      ]),
    ).resolves.toBeUndefined();
  });

  it.each<[string, () => Promise<void>]>([
    [
      'whose postings do not sum to zero',
      () =>
        write([
          [source, -1n],
          [one, 2n],
        ]),
    ],
    [
      'that sums to zero over two currencies only',
      () =>
        write([
          [source, -1n],
          [foreign, 1n],
        ]),
    ],
    ['without its postings', () => write([], 2)],
    [
      'that has fewer postings than announced',
      () =>
        write(
          [
            [source, -1n],
            [one, 1n],
          ],
          3,
        ),
    ],
    [
      'that has more postings than announced',
      () =>
        write(
          [
            [source, -2n],
            [one, 1n],
            [foreign, 1n],
          ],
          2,
        ),
    ],
  ])('refuses a journal %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('not balanced') });
  });
});

describe('a posting', () => {
  it('cannot overdraw an account that forbids it', async () => {
    await expect(
      write([
        [one, -100n],
        [source, 100n],
      ]),
    ).rejects.toMatchObject({
      constraint: 'ledger_accounts_not_overdrawn',
    });
  });

  it('cannot come to a journal of an earlier transaction, not even in balance', async () => {
    const add = `INSERT INTO ledger_postings (journal_id, account_id, amount) VALUES ('${BOOKED}', ${foreign}, 1)`;

    await expect(run(add)).rejects.toMatchObject({ code: '23503' });
  });

  it('needs an account', async () => {
    await expect(
      write([
        [source, -1n],
        [999_999, 1n],
      ]),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('decides neither its number nor its balance', async () => {
    const before = await ledger.statement(one, { limit: 1 });
    await write([
      [source, -1n],
      [one, 1n],
    ]);

    const [line] = (await ledger.statement(one, { limit: 1 })).items;

    expect(line?.entry).toBe((before.items[0]?.entry ?? 0) + 1);
    expect(line?.balanceAfter).toBe((before.items[0]?.balanceAfter ?? 0n) + 1n);
  });
});

describe('append-only', () => {
  const tables = ['ledger_accounts', 'ledger_journals', 'ledger_postings', 'ledger_chain'];
  const changes = [
    'UPDATE ledger_accounts SET balance = balance + 1',
    'UPDATE ledger_accounts SET may_go_negative = true',
    "UPDATE ledger_journals SET kind = 'other'",
    'UPDATE ledger_postings SET amount = amount * 2',
    'UPDATE ledger_chain SET position = position + 1',
    ...tables.map((table) => `DELETE FROM ${table}`),
    ...tables.map((table) => `TRUNCATE ${table} CASCADE`),
  ];

  it.each(changes)('refuses %s', async (sql) => {
    await expect(run(sql)).rejects.toMatchObject({ code: '23001', message: expect.stringContaining('append-only') });
  });

  it('refuses an account that opens with money', async () => {
    const open = `INSERT INTO ledger_accounts (owner_kind, owner_id, currency, may_go_negative, opened_at, balance)
      VALUES ('test', 'rich', 'MARK', true, now(), 1)`;

    await expect(run(open)).rejects.toThrow('an account opens empty');
  });
});
