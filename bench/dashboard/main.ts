/** `npm run bench dashboard`: measures dashboard and history of a developer with many submissions, certificates and events. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { createOwnedCertificates } from '../../apps/server/src/modules/certificates/owned.service.ts';
import { ownedStore } from '../../apps/server/src/modules/certificates/owned.store.ts';
import { createDashboard } from '../../apps/server/src/modules/dashboard/dashboard.service.ts';
import { dashboardStore } from '../../apps/server/src/modules/dashboard/dashboard.store.ts';
import { sourceNewsStore } from '../../apps/server/src/modules/dashboard/index.ts';
import { draftStore } from '../../apps/server/src/modules/submissions/drafts.store.ts';
import { ticketStore } from '../../apps/server/src/modules/support/tickets.store.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { printTable, quantile } from '../lib/report.ts';
import { fillSearchableCertificates } from '../lib/searchable-certificates.ts';

const { values: options } = parseArgs({
  options: {
    submissions: { type: 'string', default: '10000' },
    certificates: { type: 'string', default: '10000' },
    others: { type: 'string', default: '90000' },
    queries: { type: 'string', default: '200' },
  },
});
const SUBMISSIONS = Number(options.submissions);
const OWN = Number(options.certificates);
const OTHERS = Number(options.others);
const QUERIES = Number(options.queries);
const LIMIT_MS = 50;
const EVENTS_PER_CERTIFICATE = 5;
const FLAGS_OPEN = 200;
const ACCOUNT = '01940000-0000-7000-8000-000000000001';
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The first of all certificates become the developer's; sealed rows do not change, so the trigger stands aside. */
async function fill(pool: Pool): Promise<void> {
  await fillSearchableCertificates(pool, OWN + OTHERS);
  await pool.query('ALTER TABLE certificates DISABLE TRIGGER certificates_append_only');
  await pool.query(
    'UPDATE certificates SET owner_wallet = $1 WHERE id IN (SELECT id FROM certificates ORDER BY id LIMIT $2)',
    [WALLET, OWN],
  );
  await pool.query('ALTER TABLE certificates ENABLE TRIGGER certificates_append_only');
  await pool.query('INSERT INTO certificate_counts VALUES ($1, $2, 0, 0)', [WALLET, OWN]);
  await pool.query(`INSERT INTO accounts VALUES ($1, 'robin@example.org', 'Robin', '{}', now(), now(), NULL)`, [
    ACCOUNT,
  ]);
  await pool.query(
    `INSERT INTO events (id, seq, kind, occurred_at, subject_type, subject_id, outcome, data, owner)
     SELECT overlay(gen_random_uuid()::text PLACING '7' FROM 15)::uuid, nextval('event_seq'), (ARRAY['submission.state_changed', 'payment.state_changed', 'ticket.replied'])[1 + n % 3],
       now(), 'submission', n::text, 'success', '{}', CASE WHEN n % 2 = 0 THEN $1 END
     FROM generate_series(1, $2::integer) n`,
    [`account:${ACCOUNT}`, 2 * OWN * EVENTS_PER_CERTIFICATE],
  );
  await pool.query(
    `INSERT INTO flags SELECT gen_random_uuid(), id, 'OPEN', 'OTHER', 'LOW', 'words', '[]', '0x' || left(md5(id), 40), true, now(), now(), NULL, NULL
     FROM (SELECT id FROM certificates ORDER BY md5(id) LIMIT $1) chosen`,
    [FLAGS_OPEN],
  );
}

/**
 * Submissions and payments of the developer, and as many of each of nine others. Only what is counted is there: the rows
 * that a submission refers to are left out, so references are not checked.
 */
async function fillSubmissions(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO submissions (id, quote_id, owner, identity, product_type, state, intent_id, created_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid(), CASE WHEN n % 10 = 0 THEN $1 ELSE 'account:' || n % 10 END, n::text, 'SKILL',
         (ARRAY['CERTIFIED', 'CERTIFIED', 'CERTIFIED', 'REJECTED', 'IN_REVIEW', 'FAILED'])[1 + (n / 10) % 6],
         gen_random_uuid(), now(), now()
       FROM generate_series(1, 10 * $2::integer) n`,
      [`account:${ACCOUNT}`, SUBMISSIONS],
    );
    await client.query(
      `INSERT INTO payment_intents (id, principal, purpose, state, method, amount, quote, terms, x402, consumed_by, created_at, expires_at, changed_at)
       SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN $1 ELSE 'account:' || n % 10 END, 'SUBMISSION', 'CONSUMED', 'X402', 900000,
         '{}', '{}', '{}', '{}', now(), now(), now()
       FROM generate_series(1, 10 * $2::integer) n`,
      [`account:${ACCOUNT}`, SUBMISSIONS],
    );
  } finally {
    client.release(true);
  }
}

/** Every third certified source has moved on. */
const fillNews = (pool: Pool) =>
  pool.query(
    `INSERT INTO source_news
     SELECT id, owner_wallet, CASE WHEN row_number() OVER () % 3 = 0 THEN repeat('a', 40) END, now(), now()
     FROM certificates WHERE owner_wallet = $1`,
    [WALLET],
  );

const { path, remove } = await createTemporaryFolder();
const home = await openBenchDatabase(join(path, 'data'), createLogger('warn'));
try {
  const { db, pool } = home.database;
  await fill(pool);
  await fillSubmissions(pool);
  await fillNews(pool);
  await pool.query('VACUUM ANALYZE');
  const dashboard = createDashboard({
    store: dashboardStore(db),
    callerWallets: { ofAccount: async () => [WALLET] },
    ownersOf: async () => [`account:${ACCOUNT}`],
    news: sourceNewsStore(db),
    countDrafts: draftStore(db).countOpen,
    countTickets: ticketStore(db).countByState,
    certificatesOf: createOwnedCertificates(ownedStore(db)).summary,
    readPayment: () => Promise.reject(new Error('nothing is due here')),
    exportParts: () => Promise.reject(new Error('nothing is exported here')),
    clock: { now: () => new Date() },
  });
  const kinds: [string, () => Promise<unknown>][] = [
    ['dashboard', () => dashboard.summary(ACCOUNT)],
    ['history', () => dashboard.history(ACCOUNT, { limit: 20 })],
    ['history of one kind', () => dashboard.history(ACCOUNT, { limit: 20, kind: 'ticket.replied' })],
  ];
  const rows: string[][] = [['question', 'p50 ms', 'p95 ms', 'limit']];
  for (const [title, ask] of kinds) {
    const times: number[] = [];
    for (let n = 0; n < QUERIES; n++) {
      const startedAt = performance.now();
      await ask();
      times.push(performance.now() - startedAt);
    }
    const p95 = quantile(times, 0.95);
    if (p95 >= LIMIT_MS) process.exitCode = 1;
    rows.push([title, quantile(times, 0.5).toFixed(1), p95.toFixed(1), `p95 < ${LIMIT_MS}`]);
  }
  printTable(
    `A developer with ${SUBMISSIONS} of ${10 * SUBMISSIONS} submissions and ${OWN} of ${OWN + OTHERS} certificates, embedded PostgreSQL, one client`,
    rows,
  );
} finally {
  await home.stop();
  await remove();
}
