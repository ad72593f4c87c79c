/** Changes that the database rejects regardless of the code that makes them. */
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
let source: LedgerAccountId;
let purse: LedgerAccountId;
let foreign: LedgerAccountId;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger({ store: ledgerStore(database.db), clock: { now: () => new Date() } });
  const open = async (id: string, currency: Currency, mayGoNegative: boolean) =>
    (await ledger.openAccount({ owner: { kind: 'test', id }, currency, mayGoNegative })).id;
  source = await open('source', 'MARK', true);
  purse = await open('purse', 'MARK', false);
  foreign = await open('foreign', 'USDC', true);
  const postings = [
    { accountId: source, amount: -5n },
    { accountId: purse, amount: 5n },
  ];
  await ledger.book({ id: BOOKED, kind: 'test', ref: { type: 'test', id: '1' }, postings });
  await sealBatch(chainStore(database.db));
});
afterAll(() => database.close());

type Line = { account: LedgerAccountId; amount: number; currency?: string; skip?: number; surplus?: number };
/** The next posting of the account, except for the given members. */
const toInsert = (journal: string, { account, amount, currency, skip = 0, surplus = 0 }: Line) => `
  INSERT INTO ledger_postings
  SELECT '${journal}', id, ${currency === undefined ? 'currency' : `'${currency}'`}, ${amount},
    postings + 1 + ${skip}, balance + ${amount} + ${surplus}
  FROM ledger_accounts WHERE id = ${account}`;
const addTo = (journal: string, line: Line): Promise<unknown> => database.pool.query(toInsert(journal, line));

/** Writes a journal in one transaction without the checks of the program. */
async function write(lines: readonly Line[], announced = lines.length): Promise<void> {
  const id = newId();
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("INSERT INTO ledger_journals VALUES ($1, 'test', 'test', '1', NULL, $2, now())", [
      id,
      announced,
    ]);
    for (const line of lines) await client.query(toInsert(id, line));
    await client.query('COMMIT');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('at the end of a transaction', () => {
  const cases: [string, () => Promise<void>][] = [
    [
      'whose postings do not sum to zero',
      () =>
        write([
          { account: source, amount: -1 },
          { account: purse, amount: 2 },
        ]),
    ],
    [
      'balanced over two currencies only',
      () =>
        write([
          { account: source, amount: -1 },
          { account: foreign, amount: 1 },
        ]),
    ],
    ['without its postings', () => write([], 2)],
    [
      'with a posting too few',
      () =>
        write(
          [
            { account: source, amount: -1 },
            { account: purse, amount: 1 },
          ],
          3,
        ),
    ],
  ];

  it('accepts a balanced journal', async () => {
    const before = await ledger.getAccount(purse);

    await write([
      { account: source, amount: -1 },
      { account: purse, amount: 1 },
    ]);

    const { balance, postings } = before;
    expect(await ledger.getAccount(purse)).toMatchObject({ balance: balance + 1n, postings: postings + 1 });
  });

  it.each(cases)('rejects a journal %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('not balanced') });
  });
});

describe('a posting', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'that overdraws an account',
      () =>
        write([
          { account: purse, amount: -100 },
          { account: source, amount: 100 },
        ]),
    ],
    ['in another currency than its account', () => write([{ account: source, amount: -1, currency: 'ASY' }], 2)],
    ['that leaves out a number', () => write([{ account: source, amount: -1, skip: 1 }], 2)],
    ['with another balance than the account has', () => write([{ account: source, amount: -1, surplus: 1 }], 2)],
    ['to a journal of an earlier transaction', () => addTo(BOOKED, { account: foreign, amount: 1 })],
    ['without a journal', () => addTo(newId(), { account: foreign, amount: 1 })],
    [
      'without an account',
      () => database.pool.query(`INSERT INTO ledger_postings VALUES ('${BOOKED}', 99, 'ASY', 1, 1, 1)`),
    ],
  ];

  it.each(cases)('is rejected %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({
      code: '23514',
      message: expect.stringContaining('does not follow'),
    });
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

  it.each(changes)('rejects %s', async (sql) => {
    const attempt = database.pool.query(sql);

    await expect(attempt).rejects.toMatchObject({ code: '23001', message: expect.stringContaining('append-only') });
  });

  it('rejects an account that opens with a balance', async () => {
    const attempt = database.pool.query(`
      INSERT INTO ledger_accounts (owner_kind, owner_id, currency, may_go_negative, opened_at, balance)
      VALUES ('test', 'rich', 'MARK', true, now(), 1)`);

    await expect(attempt).rejects.toThrow('an account opens empty');
  });
});
