/**
 * `npm run bench market`: search over many listings and purchases per second on the embedded PostgreSQL, and what six equipped plugins of
 * twenty rules each add to the audit of an ordinary skill.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ListingId, SubmissionId } from '@assay/protocol';
import { createOwners } from '../../apps/server/src/modules/accounts/owners.service.ts';
import { ownerStore } from '../../apps/server/src/modules/accounts/owners.store.ts';
import { inspectionStore, verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import { createCertifiedBytes } from '../../apps/server/src/modules/marketplace/certified-bytes.service.ts';
import { createListings } from '../../apps/server/src/modules/marketplace/listings.service.ts';
import { createPurchases } from '../../apps/server/src/modules/marketplace/purchases.service.ts';
import { composePurse } from '../../apps/server/src/modules/purse/compose.ts';
import { ISSUE, purseOf } from '../../apps/server/src/modules/purse/index.ts';
import { issueCertificate } from '../../apps/server/src/testing/certificate-builder.ts';
import { openIssuer } from '../../apps/server/src/testing/issuer.ts';
import { benignSkill, submitSkill } from '../../apps/server/src/testing/submission-builder.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { auditWithStats } from '../../packages/audit/src/engine.ts';
import { loadParserAssets } from '../../packages/audit/src/node/parser-assets.ts';
import { printTable, quantile } from '../lib/report.ts';
import { fillSearchableCertificates, VOCABULARY } from '../lib/searchable.ts';

const { values: options } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '400' },
    purchases: { type: 'string', default: '2000' },
    buyers: { type: 'string', default: '32' },
  },
});
const LISTINGS = Number(options.listings);
const QUERIES = Number(options.queries);
const PURCHASES = Number(options.purchases);
const WRITERS = Number(options.buyers);
const LIMITS = { searchMs: 50, purchasesPerSecond: 200, packsPercent: 20 };
const SELLERS = 20;
const MARK = 1_000_000n;

const clock = { now: () => new Date() };
const random = (length: number) => randomBytes(length);
const folder = await createTemporaryFolder();
const issuer = await openIssuer(folder.path);
const { app, database } = issuer;
try {
  await benchSearch();
  await benchPurchases();
} finally {
  await issuer.close();
  await folder.remove();
}
await benchPacks();

async function addAgents(count: number): Promise<{ id: string; wallet: string }[]> {
  const agents = Array.from({ length: count }, () => ({
    id: randomUUID(),
    wallet: `0x${randomBytes(20).toString('hex')}`,
  }));
  await database.pool.query(
    `INSERT INTO agents (id, wallet_address, name, control, created_at)
     SELECT id, wallet, 'bench', 'REMOTE', now() FROM unnest($1::uuid[], $2::text[]) AS made (id, wallet)`,
    [agents.map(({ id }) => id), agents.map(({ wallet }) => wallet)],
  );
  return agents;
}

/** Stores over the pool, for reading. */
async function openStores() {
  const { marketplaceStores } = await import('../../apps/server/src/modules/marketplace/index.ts');
  const { certificateStores } = await import('../../apps/server/src/modules/certificates/index.ts');
  const { submissionStores } = await import('../../apps/server/src/modules/submissions/index.ts');
  const { accountStores } = await import('../../apps/server/src/modules/accounts/index.ts');
  const { createLedger, ledgerStore } = await import('../../apps/server/src/modules/ledger/index.ts');
  const { eventStore } = await import('../../apps/server/src/platform/events/index.ts');
  const { purseStores } = await import('../../apps/server/src/modules/purse/index.ts');
  const { worldStores } = await import('../../apps/server/src/modules/world/index.ts');
  return {
    ...purseStores(database.db),
    ...worldStores(database.db),
    ledger: createLedger({ store: ledgerStore(database.db), clock }),
    events: eventStore(database.db),
    ...marketplaceStores(database.db),
    ...certificateStores(database.db),
    ...submissionStores(database.db),
    ...accountStores(database.db),
  };
}

async function openServices() {
  const stores = await openStores();
  const ownersOf = createOwners(ownerStore(database.db));
  const readCertified = createCertifiedBytes({ ...stores, loadBundle: stores.bundles.load });
  const { purse, books } = composePurse({ random, clock });
  const market = { inTransaction: app.inTransaction, stores, ownersOf, readCertified, random, clock };
  return {
    books,
    listings: createListings(market),
    purchases: createPurchases({ ...market, purse, bundleUrlOf: (id) => `http://127.0.0.1/${id}` }),
  };
}

async function benchSearch(): Promise<void> {
  await fillSearchableCertificates(database.pool, LISTINGS);
  const sellers = await addAgents(SELLERS);
  await database.pool.query(
    `INSERT INTO listings (id, certificate_id, seller_actor_id, name, version, product_type, security_level, level_rank, description, price,
       licence, delivery, state, sales, stars, ratings, rating, created_at, updated_at)
     SELECT gen_random_uuid(), id, ($1::uuid[])[1 + n % ${SELLERS}], name, version, product_type, security_level, n % 3, left(description, 1000),
       (n * 7919 % 1000) * 1000000, 'One person', 'ARTIFACT', 'ACTIVE', n % 500, 5 * (n % 40), n % 40, CASE WHEN n % 40 = 0 THEN 0 ELSE 500 END,
       sealed_at, sealed_at
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM certificates) c`,
    [sellers.map(({ id }) => id)],
  );
  await database.pool.query('ANALYZE listings');
  const { listings } = await openServices();
  const word = (words: readonly string[], n: number): string => words[n % words.length] ?? '';
  const kinds: [string, (n: number) => object][] = [
    ['a word that many have', (n) => ({ q: word(VOCABULARY.common, n) })],
    ['a word that some have', (n) => ({ q: word(VOCABULARY.rare, n) })],
    ['a word that nobody has', (n) => ({ q: `nothing${n}` })],
    ['a common word, cheapest first', (n) => ({ q: word(VOCABULARY.common, n), sort: 'price' })],
    [
      'a rare word, best rated, up to 100 marks',
      (n) => ({ q: word(VOCABULARY.rare, n), sort: 'rating', maxPrice: 100n * MARK }),
    ],
    ['no word, most sold, of one seller', (n) => ({ sort: 'sales', sellerId: sellers[n % SELLERS]?.id })],
    ['no word, at least four stars', () => ({ minRating: 4 })],
    ['no word, newest first', () => ({})],
  ];
  const rows: string[][] = [['query', 'p50 ms', 'p95 ms', 'limit']];
  const all: number[] = [];
  for (const [title, queryOf] of kinds) {
    const times: number[] = [];
    for (let n = 0; n < Math.ceil(QUERIES / kinds.length); n++) {
      const startedAt = performance.now();
      await listings.search({ limit: 20, sort: 'newest', ...queryOf(n) } as Parameters<typeof listings.search>[0]);
      times.push(performance.now() - startedAt);
    }
    all.push(...times);
    rows.push([title, quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1), '']);
  }
  rows.push(['all', quantile(all, 0.5).toFixed(1), quantile(all, 0.95).toFixed(1), `p95 < ${LIMITS.searchMs}`]);
  if (quantile(all, 0.95) >= LIMITS.searchMs) process.exitCode = 1;
  printTable(`Search over ${LISTINGS} listings, embedded PostgreSQL, one client`, rows);
}

async function benchPurchases(): Promise<void> {
  const { books, listings, purchases } = await openServices();
  const sellers = await addAgents(SELLERS);
  const offers: string[] = [];
  for (const { id, wallet } of sellers) {
    const owner = `actor:${id}`;
    const name = `sold-${id.slice(0, 8)}`;
    const files = { 'SKILL.md': benignSkill(name) };
    const submissionId = await submitSkill({ app, clock: clock as never }, { name, files, owner, ownerWallet: wallet });
    const certificateId = await issueCertificate(
      { app },
      { name, files, submissionId: SubmissionId.parse(submissionId), owner },
    );
    const seller = { kind: 'key', actorId: id, walletAddress: wallet } as never;
    const made = await listings.create(seller, {
      certificateId,
      price: 10n * MARK,
      licence: 'One',
      delivery: 'ARTIFACT',
    } as never);
    offers.push(ListingId.parse(made.id));
  }
  const buyers = await addAgents(Math.ceil(PURCHASES / SELLERS));
  await app.inTransaction(async (tx) => {
    for (const { id } of buyers)
      await books.bookIn(tx, {
        kind: 'money.issued',
        ref: { type: 'bench', id },
        moves: [{ from: ISSUE, to: purseOf(id), amount: BigInt(SELLERS) * 10n * MARK }],
      });
  });
  const work = buyers.flatMap((buyer) => offers.map((offer) => ({ buyer, offer })));
  const times: number[] = [];
  const startedAt = performance.now();
  const next = work.values();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const { buyer, offer } of next) {
        const from = performance.now();
        await purchases.buy({ kind: 'key', actorId: buyer.id, walletAddress: buyer.wallet } as never, offer, {});
        times.push(performance.now() - from);
      }
    }),
  );
  const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
  const { isIntact, journals } = await verifyLedger(inspectionStore(database.db));
  printTable(`Purchases by ${WRITERS} buyers at once of ${SELLERS} sellers, bytes proven before each`, [
    ['purchases', 'per second', 'p50 ms', 'p99 ms', 'ledger', 'limit'],
    [
      String(times.length),
      perSecond.toFixed(0),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.99).toFixed(1),
      `${isIntact ? 'balanced' : 'BROKEN'}, ${journals} journals`,
      `≥ ${LIMITS.purchasesPerSecond}/s`,
    ],
  ]);
  if (perSecond < LIMITS.purchasesPerSecond || !isIntact) process.exitCode = 1;
}

/** Twenty rules of three kinds, about words that are rare, as rules are. */
function packText(pack: number): string {
  const rules = Array.from({ length: 20 }, (_, n) => {
    const match = [
      `{ literal: [uploader${pack}x${n}.example.invalid] }`,
      `{ regex: 'upload[0-9]{2,8}:[a-z]{4,12}${pack}x${n}' }`,
      `{ all: [{ fact: sink, where: { kind: network } }, { literal: [send${n}Report] }] }`,
    ][n % 3];
    const tests = '{ match: [aaa, aaa], clean: [bbb, bbb] }';
    return `\`\`\`rule\nid: r${n}\ntitle: Rule ${n}\nsurface: [skill]\nseverity: high\nmatch: ${match}\nmessage: Said.\nfix: Mend it.\ntests: ${tests}\n\`\`\``;
  });
  return rules.join('\n');
}

async function benchPacks(): Promise<void> {
  const parsers = loadParserAssets();
  const samples = fileURLToPath(new URL('../../samples/skills/', import.meta.url));
  const bundles = readdirSync(samples).map((name) => ({
    productType: 'SKILL' as const,
    files: readdirSync(join(samples, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ path: entry.name, bytes: new Uint8Array(readFileSync(join(entry.parentPath, entry.name))) })),
    source: { url: '', ref: '' },
  }));
  const plugins = Array.from({ length: 6 }, (_, pack) => ({
    id: `p${pack}`,
    digest: String(pack),
    text: packText(pack),
  }));
  const once = async (given: object): Promise<number> => {
    const startedAt = performance.now();
    for (const bundle of bundles) await auditWithStats(bundle, { parsers, ...given });
    return performance.now() - startedAt;
  };
  const plain: number[] = [];
  const packed: number[] = [];
  for (let round = 0; round < 60; round++) {
    const [a, b] = [await once({}), await once({ plugins })];
    if (round >= 10) {
      plain.push(a);
      packed.push(b);
    }
  }
  const percent = (quantile(packed, 0.5) / quantile(plain, 0.5) - 1) * 100;
  printTable(`Six plugins of twenty rules on ${bundles.length} ordinary skills`, [
    ['without ms', 'with ms', 'more', 'limit'],
    [
      quantile(plain, 0.5).toFixed(1),
      quantile(packed, 0.5).toFixed(1),
      `${percent.toFixed(1)} %`,
      `< ${LIMITS.packsPercent} %`,
    ],
  ]);
  if (percent >= LIMITS.packsPercent) process.exitCode = 1;
}
