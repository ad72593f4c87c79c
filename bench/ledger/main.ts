/**
 * `npm run bench ledger`: measures journals booked per second on the embedded PostgreSQL with its default settings (every commit on
 * disk), relative to plain inserts of as many rows. Each round ends with a count of lost and doubled rows.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { JournalId, newUuidV7 } from '@assay/protocol';
import {
  type Account,
  type Booking,
  chainStore,
  createLedger,
  inspectionStore,
  ledgerStore,
  SEAL_BATCH_MAX,
  sealBatch,
  verifyLedger,
} from '../../apps/server/src/modules/ledger/index.ts';
import { type OpenDatabase, openDatabase } from '../../apps/server/src/platform/db/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { median, printTable, quantile } from '../lib/report.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    writers: { type: 'string', default: '64' },
    batch: { type: 'string', default: '100' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const WRITERS = Number(options.writers);
const BATCH = Number(options.batch);
const BATCH_WRITERS = 4;
const ACCOUNTS = 1_000;
const LIMITS = { journalsPerSecond: 2_000 };

const clock = { now: () => new Date() };
const newId = () => newUuidV7(JournalId, Date.now(), (length) => randomBytes(length));
const log = createLogger('error');

type Result = { perSecond: number; p50Ms: number; p99Ms: number };

const folder = await createTemporaryFolder();
const home = await openBenchDatabase(join(folder.path, 'data'), log);
try {
  const crowd = openDatabase({ connection: home.connection, log, connectionsMax: WRITERS });
  await bench(crowd);
  await crowd.close();
} finally {
  await home.stop();
  await folder.remove();
}

async function bench(crowd: OpenDatabase): Promise<void> {
  const ledger = createLedger({ store: ledgerStore(crowd.db), clock });
  const open = (n: number) =>
    ledger.openAccount({ owner: { kind: 'bench', id: String(n) }, currency: 'MARK', mayGoNegative: true });
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, (_, n) => open(n)));
  const hot = accounts.slice(0, 2);
  await crowd.pool.query('CREATE TABLE bare_journals (id uuid PRIMARY KEY, kind text, booked_at timestamptz)');
  await crowd.pool.query(
    'CREATE TABLE bare_postings (journal_id uuid, account_id bigint, amount numeric, PRIMARY KEY (journal_id, account_id))',
  );

  const cases = [
    { what: `one at a time, ${WRITERS} writers, 2 accounts`, writers: WRITERS, size: 1, among: hot },
    { what: `one at a time, ${WRITERS} writers, ${ACCOUNTS} accounts`, writers: WRITERS, size: 1, among: accounts },
    {
      what: `${BATCH} at a time, ${BATCH_WRITERS} writers, 2 accounts`,
      writers: BATCH_WRITERS,
      size: BATCH,
      among: hot,
    },
    {
      what: `${BATCH} at a time, ${BATCH_WRITERS} writers, ${ACCOUNTS} accounts`,
      writers: BATCH_WRITERS,
      size: BATCH,
      among: accounts,
    },
  ];
  const rows = [['what', 'journals/s', 'call p50 ms', 'p99 ms', 'bare inserts/s', 'ratio', 'limit']];
  let acknowledged = 0;
  for (const { what, writers, size, among } of cases) {
    const ours: Result[] = [];
    const bare: Result[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(
        await measure(writers, size, async () => {
          await ledger.bookAll(draw(among, size));
          acknowledged += size;
        }),
      );
      bare.push(await measure(writers, size, () => insertBare(crowd, draw(among, size))));
      await expectCounted(crowd, acknowledged);
    }
    const [booked, inserted] = [middle(ours), middle(bare)];
    const isLimited = size > 1;
    const limit = isLimited ? `≥ ${LIMITS.journalsPerSecond}` : 'reported';
    if (isLimited && booked.perSecond < LIMITS.journalsPerSecond) process.exitCode = 1;
    const figures = [booked.perSecond.toFixed(0), booked.p50Ms.toFixed(1), booked.p99Ms.toFixed(1)];
    rows.push([
      what,
      ...figures,
      inserted.perSecond.toFixed(0),
      (booked.perSecond / inserted.perSecond).toFixed(2),
      limit,
    ]);
  }
  printTable(`Booking: journals of two postings, median of ${ROUNDS} rounds of ${SECONDS} s`, rows);
  await benchChain(crowd);
}

async function benchChain({ db }: OpenDatabase): Promise<void> {
  const sealing = performance.now();
  let sealed = 0;
  for (let count = SEAL_BATCH_MAX; count === SEAL_BATCH_MAX; sealed += count) count = await sealBatch(chainStore(db));
  const verifying = performance.now();
  const report = await verifyLedger(inspectionStore(db));
  const done = performance.now();
  if (!report.isIntact || report.head.position !== sealed) throw new Error('The ledger does not verify.');
  printTable('The chain over all of that, one process', [
    ['what', 'journals', 'journals/s'],
    ['sealBatch', String(sealed), ((sealed / (verifying - sealing)) * 1_000).toFixed(0)],
    ['verifyLedger', String(report.journals), ((report.journals / (done - verifying)) * 1_000).toFixed(0)],
  ]);
}

/** `writers` calls at any time, for `SECONDS`. */
async function measure(writers: number, size: number, call: () => Promise<void>): Promise<Result> {
  const took: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + SECONDS * 1_000;
  const write = async () => {
    while (performance.now() < endsAt) {
      const calledAt = performance.now();
      await call();
      took.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: (took.length * size) / seconds, p50Ms: median(took), p99Ms: quantile(took, 0.99) };
}

/** Transfers between two accounts drawn at random, in both directions. */
function draw(among: readonly Account[], size: number): Booking[] {
  return Array.from({ length: size }, () => {
    const first = Math.floor(Math.random() * among.length);
    const second = (first + 1 + Math.floor(Math.random() * (among.length - 1))) % among.length;
    const [from, to] = [among[first], among[second]];
    if (from === undefined || to === undefined) throw new Error('no such account');
    const postings = [
      { accountId: from.id, amount: -1n },
      { accountId: to.id, amount: 1n },
    ];
    return { id: newId(), kind: 'bench.transfer', ref: { type: 'bench', id: '1' }, postings };
  });
}

/** The same number of rows in one transaction, and no rule at all. */
async function insertBare({ pool }: OpenDatabase, bookings: readonly Booking[]): Promise<void> {
  const lines = bookings.flatMap(({ id, postings }) => postings.map((posting) => ({ id, ...posting })));
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("INSERT INTO bare_journals SELECT id, 'bench', now() FROM unnest($1::uuid[]) id", [
      bookings.map(({ id }) => id),
    ]);
    await client.query('INSERT INTO bare_postings SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::numeric[])', [
      lines.map(({ id }) => id),
      lines.map(({ accountId }) => accountId),
      lines.map(({ amount }) => amount.toString()),
    ]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Every journal that a writer was told of is there, once, and the balances agree. */
async function expectCounted({ pool }: OpenDatabase, acknowledged: number): Promise<void> {
  const { rows } = await pool.query<{ fits: boolean }>(
    `SELECT (SELECT count(*) FROM ledger_journals) = $1
       AND (SELECT count(*) FROM ledger_postings) = 2 * $1
       AND (SELECT sum(balance) FROM ledger_accounts) = 0
       AND (SELECT sum(postings) FROM ledger_accounts) = 2 * $1 AS fits`,
    [acknowledged],
  );
  if (rows[0]?.fits !== true) throw new Error('Journals were lost or doubled.');
}

function middle(results: readonly Result[]): Result {
  const of = (value: (result: Result) => number) => median(results.map(value));
  return { perSecond: of((r) => r.perSecond), p50Ms: of((r) => r.p50Ms), p99Ms: of((r) => r.p99Ms) };
}
