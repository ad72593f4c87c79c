import { randomBytes } from 'node:crypto';
import { JournalId, newUuidV7 } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { chainStore } from './chain.store.ts';
import { inspectionStore } from './inspection.store.ts';
import type { Account, Journal } from './journal.ts';
import { createLedger, type Ledger } from './ledger.service.ts';
import { ledgerStore } from './ledger.store.ts';
import { sealBatch } from './seal.service.ts';
import { FINDINGS_MAX, type LedgerFinding, verifyLedger } from './verify.service.ts';

const SEALED = 6;
const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));

let database: TestDatabase;
let ledger: Ledger;
let source: Account;
let purse: Account;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger({ store: ledgerStore(database.db), clock: { now: () => new Date() } });
  source = await ledger.openAccount({ owner: { kind: 'test', id: 'source' }, currency: 'USDC', mayGoNegative: true });
  purse = await ledger.openAccount({ owner: { kind: 'test', id: 'purse' }, currency: 'USDC', mayGoNegative: false });
  await bookMany(SEALED);
  await sealBatch(chainStore(database.db));
  await bookMany(1);
});
afterAll(() => database.close());

const bookMany = (count: number): Promise<Journal[]> =>
  ledger.bookAll(
    Array.from({ length: count }, () => ({
      id: newId(),
      kind: 'test',
      ref: { type: 'test', id: '1' },
      memo: 'as booked',
      postings: [
        { accountId: source.id, amount: -10n },
        { accountId: purse.id, amount: 10n },
      ],
    })),
  );

/** Applies statements as a person with database access could, runs `look`, and rolls back. */
async function tamper<T>(statements: readonly string[], look: (db: Database) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const undo = new Error('undo');
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`); // Disables triggers and foreign keys.
      for (const statement of statements) await tx.execute(sql.raw(statement));
      resolve(await look(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return promise;
}
const findingsAfter = async (...statements: readonly string[]): Promise<readonly LedgerFinding[]> =>
  (await tamper(statements, (db) => verifyLedger(inspectionStore(db)))).findings;
const at = (position: number) => `(SELECT journal_id FROM ledger_chain WHERE position = ${position})`;
const UNSEALED = '(SELECT journal_id FROM ledger_unsealed)';

describe('verifyLedger', () => {
  it('finds nothing in a sound ledger', async () => {
    expect(await verifyLedger(inspectionStore(database.db))).toMatchObject({
      isIntact: true,
      accounts: 2,
      journals: SEALED + 1,
      postings: 2 * (SEALED + 1),
      head: { position: SEALED },
      findings: [],
    });
  });

  it('finds nothing in an empty ledger', async () => {
    const empty = await createTestDatabase();

    const report = await verifyLedger(inspectionStore(empty.db));

    expect(report).toMatchObject({ isIntact: true, journals: 0, head: { position: 0, hash: '0'.repeat(64) } });
    await empty.close();
  });

  it.each([
    ['ledger_journals', 'kind', "'other'"],
    ['ledger_journals', 'ref_type', "'other'"],
    ['ledger_journals', 'ref_id', "'2'"],
    ['ledger_journals', 'memo', 'NULL'],
    ['ledger_journals', 'postings', '3'],
    ['ledger_journals', 'booked_at', "booked_at + interval '1 ms'"],
    ['ledger_postings', 'currency', "'ASY'"],
    ['ledger_postings', 'amount', 'amount * 2'],
    ['ledger_postings', 'entry', 'entry + 100'],
    ['ledger_postings', 'balance_after', 'balance_after + 1'],
    ['ledger_postings', 'account_id', 'account_id + 100'],
  ])('finds a change to %s.%s, and names the journal', async (table, column, value) => {
    const key = table === 'ledger_journals' ? 'id' : 'journal_id';
    const findings = await findingsAfter(`UPDATE ${table} SET ${column} = ${value} WHERE ${key} = ${at(3)}`);

    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_changed', position: 3 }));
    expect(findings).not.toContainEqual(expect.objectContaining({ kind: 'journal_changed', position: 4 }));
  });

  it.each([
    ['owner_kind', "'thief'"],
    ['owner_id', "'thief'"],
    ['currency', "'ASY'"],
    ['may_go_negative', 'true'],
    ['opened_at', "opened_at + interval '1 ms'"],
  ])('finds a change to the %s of an account in every journal with its postings', async (column, value) => {
    const findings = await findingsAfter(`UPDATE ledger_accounts SET ${column} = ${value} WHERE id = ${purse.id}`);

    expect(findings.filter(({ kind }) => kind === 'journal_changed')).toHaveLength(SEALED);
  });

  it.each([
    ['balance', 'balance + 1'],
    ['postings', 'postings + 1'],
  ])('finds an account whose %s does not match its postings', async (column, value) => {
    const findings = await findingsAfter(`UPDATE ledger_accounts SET ${column} = ${value} WHERE id = ${purse.id}`);

    expect(findings).toEqual([{ kind: 'balance_wrong', accountId: purse.id }]);
  });

  it('finds an overdrawn account', async () => {
    const findings = await findingsAfter(
      'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_not_overdrawn',
      `UPDATE ledger_accounts SET balance = -1 WHERE id = ${purse.id}`,
    );

    expect(findings).toContainEqual({ kind: 'account_overdrawn', accountId: purse.id });
  });

  it('finds a removed posting', async () => {
    const findings = await findingsAfter(
      `DELETE FROM ledger_postings WHERE journal_id = ${at(3)} AND account_id = ${purse.id}`,
    );

    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_changed', position: 3 }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_unbalanced' }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'entry_broken', accountId: purse.id }));
  });

  it('finds a removed journal, with or without its postings', async () => {
    const findings = await findingsAfter(
      `DELETE FROM ledger_postings WHERE journal_id = ${at(3)}`,
      `DELETE FROM ledger_journals WHERE id IN (${at(3)}, ${at(5)})`,
    );

    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_missing', position: 3 }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_missing', position: 5 }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'posting_stray', accountId: purse.id }));
  });

  it('finds a removed link, even the first and the last', async () => {
    const findings = await findingsAfter(`DELETE FROM ledger_chain WHERE position IN (1, 3, ${SEALED})`);

    expect(findings.filter(({ kind }) => kind === 'link_missing')).toEqual([
      { kind: 'link_missing', position: 1 },
      { kind: 'link_missing', position: 3 },
    ]);
    expect(findings.filter(({ kind }) => kind === 'journal_added')).toHaveLength(3);
  });

  it('finds a changed link', async () => {
    const findings = await findingsAfter(`UPDATE ledger_chain SET hash = '${'a'.repeat(64)}' WHERE position = 3`);

    expect(findings).toMatchObject([
      { kind: 'journal_changed', position: 3 },
      { kind: 'journal_changed', position: 4 },
    ]);
  });

  it('finds an inserted journal, even if it is consistent', async () => {
    const id = newId();
    const findings = await findingsAfter(
      `INSERT INTO ledger_journals VALUES ('${id}', 'test', 'test', '1', NULL, 2, now())`,
      `INSERT INTO ledger_postings SELECT '${id}', id, currency, a, postings + 1, balance + a
        FROM ledger_accounts JOIN (VALUES (${source.id}, -10), (${purse.id}, 10)) AS v (i, a) ON i = id`,
      'UPDATE ledger_accounts SET postings = postings + 1, balance = balance + sign(balance) * 10',
    );

    expect(findings).toEqual([{ kind: 'journal_added', journalId: id }]);
  });

  it('finds a posting that was inserted into a journal', async () => {
    const findings = await findingsAfter(`INSERT INTO ledger_postings VALUES (${at(3)}, 77, 'USDC', 5, 1, 5)`);

    expect(findings).toContainEqual(expect.objectContaining({ kind: 'journal_changed', position: 3 }));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'posting_stray', accountId: 77 }));
  });

  it('finds an unbalanced journal before it is sealed, and does not seal it', async () => {
    const change = `UPDATE ledger_postings SET amount = 11 WHERE journal_id = ${UNSEALED} AND account_id = ${purse.id}`;

    expect(await findingsAfter(change)).toContainEqual(expect.objectContaining({ kind: 'journal_unbalanced' }));
    await expect(tamper([change], (db) => sealBatch(chainStore(db)))).rejects.toThrow('was damaged; not sealed');
  });

  it('reports a bounded number of findings', async () => {
    const findings = await findingsAfter(`INSERT INTO ledger_journals
      SELECT gen_random_uuid(), 'test', 'test', '1', NULL, 2, now() FROM generate_series(1, ${FINDINGS_MAX})`);

    expect(findings).toHaveLength(FINDINGS_MAX);
  });
});
