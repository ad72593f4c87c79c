/**
 * `npm run bench marketplace`: measures search over many listings, purchases per second on the embedded PostgreSQL, and the cost of six
 * equipped plugins with twenty rules each in an ordinary audit. `--only search|purchases|packs` runs one part; `--world none|still|ticking`
 * selects purchases with purses in the ledger or in a world.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { view } from '@assay/economy/world';
import { ListingId, SubmissionId } from '@assay/protocol';
import { createOwners } from '../../apps/server/src/modules/accounts/owners.service.ts';
import { ownerStore } from '../../apps/server/src/modules/accounts/owners.store.ts';
import { inspectionStore, verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import { createCertifiedBytes } from '../../apps/server/src/modules/marketplace/certified-bytes.service.ts';
import { createListings } from '../../apps/server/src/modules/marketplace/listings.service.ts';
import { createPurchases } from '../../apps/server/src/modules/marketplace/purchases.service.ts';
import { createWorldLicences } from '../../apps/server/src/modules/marketplace/world-licences.service.ts';
import { composePurse } from '../../apps/server/src/modules/purse/compose.ts';
import { ISSUE, purseOf } from '../../apps/server/src/modules/purse/index.ts';
import { issueCertificate } from '../../apps/server/src/testing/certificate-builder.ts';
import { openIssuer } from '../../apps/server/src/testing/issuer.ts';
import { benignSkill, submitSkill } from '../../apps/server/src/testing/submission-builder.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { databaseMs } from '../lib/processor.ts';
import { printTable, quantile } from '../lib/report.ts';
import { fillSearchableCertificates, VOCABULARY } from '../lib/searchable-certificates.ts';
import { benchPacks } from './packs.ts';

const { values: options } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '400' },
    purchases: { type: 'string', default: '2000' },
    buyers: { type: 'string', default: '32' },
    only: { type: 'string' },
    world: { type: 'string' },
  },
});
const LISTINGS = Number(options.listings);
const QUERIES = Number(options.queries);
const PURCHASES = Number(options.purchases);
const WRITERS = Number(options.buyers);
const LIMITS = { searchMs: 50, purchasesPerSecond: 200 };
const isWanted = (part: string): boolean => options.only === undefined || options.only === part;
const isWorldWanted = (world: string): boolean =>
  isWanted('purchases') && (options.world === undefined || options.world === world);
type Issuer = Awaited<ReturnType<typeof openIssuer>>;
/** Two cores, shared by that many purchases a second. */
const PROCESSOR_MS = 2_000 / LIMITS.purchasesPerSecond;
const SELLERS = 20;
/** Each connection plans a statement anew a few times before it keeps the plan. */
const WARM_UP = 200;
const PRICE_MARKS = 10n;
const MARK = 1_000_000n;
/** Where purses are. */
type Mode = 'NONE' | 'STILL' | 'TICKING';
const PURSES = {
  NONE: 'purses in the ledger',
  STILL: 'purses in a world that stands still',
  TICKING: 'purses in a world that ticks',
} as const;
/** An hour takes up to 5,000 inputs; a sale has three or four. */
const HOURS_AFTER = 3;

const clock = { now: () => new Date() };
const random = (length: number) => randomBytes(length);
/** Other work on the machine: beside every figure that is taken by the clock. */
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

if (isWanted('packs')) await benchPacks();
if (isWanted('search') || isWorldWanted('none') || isWorldWanted('still')) await benchDatabase();
if (isWorldWanted('ticking')) await benchTickingWorld();

async function benchDatabase(): Promise<void> {
  const folder = await createTemporaryFolder();
  const issuer = await openIssuer(folder.path);
  try {
    if (isWanted('search')) await benchSearch(issuer);
    if (isWorldWanted('none')) await benchPurchases(issuer, 'NONE');
    if (isWorldWanted('still')) await benchPurchases(issuer, 'STILL');
  } finally {
    await issuer.close();
    await folder.remove();
  }
}

/** A world as the service starts with: everybody who had a purse before moves in with it. */
async function benchTickingWorld(): Promise<void> {
  const folder = await createTemporaryFolder();
  const issuer = await openIssuer(folder.path, { ASSAY_ROLES: 'api,world' });
  try {
    await benchPurchases(issuer, 'TICKING');
  } finally {
    await issuer.close();
    await folder.remove();
  }
}

async function addAgents({ database }: Issuer, count: number): Promise<{ id: string; wallet: string }[]> {
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
async function openStores({ database }: Issuer) {
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

async function openServices(issuer: Issuer) {
  const { app, database } = issuer;
  const stores = await openStores(issuer);
  const ownersOf = createOwners(ownerStore(database.db));
  const readCertified = createCertifiedBytes({ loadBundle: stores.bundles.load });
  const { purse, books } = composePurse({ random, clock });
  const licences = createWorldLicences({ world: app.world, clock });
  const market = { inTransaction: app.inTransaction, stores, ownersOf, readCertified, licences, random, clock };
  return {
    books,
    listings: createListings({ ...market, skills: { mentionIn: async () => undefined } }), // no business works with them
    purchases: createPurchases({ ...market, purse, bundleUrlOf: (id) => `http://127.0.0.1/${id}` }),
  };
}

/** A listing for every certificate. The text index is built after them, which takes longer than a statement of the service may. */
async function fillListings({ database }: Issuer, sellers: readonly { readonly id: string }[]): Promise<void> {
  const client = await database.pool.connect();
  await client.query("SET statement_timeout = '10min'");
  const { rows } = await client.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'listings_by_text'",
  );
  await client.query('DROP INDEX listings_by_text');
  await client.query(
    `INSERT INTO listings (id, certificate_id, seller_actor_id, name, version, product_type, security_level, level_rank, description, price,
       licence, delivery, state, sales, stars, ratings, rating, created_at, updated_at)
     SELECT overlay(gen_random_uuid()::text placing '7' from 15)::uuid, id, ($1::uuid[])[1 + n % ${SELLERS}], name, version, product_type, security_level, n % 3, left(description, 1000),
       (n * 7919 % 1000) * 1000000, 'One person', 'ARTIFACT', 'ACTIVE', n % 500, 5 * (n % 40), n % 40, CASE WHEN n % 40 = 0 THEN 0 ELSE 500 END,
       sealed_at, sealed_at
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM certificates) c`,
    [sellers.map(({ id }) => id)],
  );
  await client.query(rows[0]?.indexdef ?? '');
  await client.query('VACUUM ANALYZE listings');
  client.release(true);
}

async function benchSearch(issuer: Issuer): Promise<void> {
  const { database } = issuer;
  await fillSearchableCertificates(database.pool, LISTINGS);
  const sellers = await addAgents(issuer, SELLERS);
  await fillListings(issuer, sellers);
  const { listings } = await openServices(issuer);
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
    ['no word, of a type that nobody offers', () => ({ productType: 'CONTRACT' })],
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
  printTable(`Search over ${LISTINGS} listings, embedded PostgreSQL, one client, load ${load()}`, rows);
}

/** Offers of as many sellers. */
async function openOffers(issuer: Issuer, listings: Awaited<ReturnType<typeof openServices>>['listings']) {
  const { app } = issuer;
  const offers: string[] = [];
  for (const { id, wallet } of await addAgents(issuer, SELLERS)) {
    const owner = `actor:${id}`;
    const name = `sold-${id.slice(0, 8)}`;
    const files = { 'SKILL.md': benignSkill(name) };
    const submissionId = await submitSkill({ app, clock: clock as never }, { name, files, owner, ownerWallet: wallet });
    const certificateId = await issueCertificate(
      { app },
      { name, files, submissionId: SubmissionId.parse(submissionId), owner },
    );
    const seller = { kind: 'key', actorId: id, walletAddress: wallet } as never;
    const offer = { certificateId, price: PRICE_MARKS * MARK, licence: 'One', delivery: 'ARTIFACT' } as never;
    offers.push(ListingId.parse((await listings.create(seller, offer)).id));
  }
  return offers;
}

/** Gives each as much as all the offers cost: in the ledger, or in the purses of a world. */
async function fillPurses(
  { app, database }: Issuer,
  { books }: Pick<Awaited<ReturnType<typeof openServices>>, 'books'>,
  buyers: readonly { readonly id: string }[],
  mode: Mode,
): Promise<void> {
  const amount = BigInt(SELLERS) * PRICE_MARKS * MARK;
  if (mode !== 'STILL') {
    await app.inTransaction(async (tx) => {
      for (const { id } of buyers) {
        const moves = [{ from: ISSUE, to: purseOf(id), amount }];
        await books.bookIn(tx, { kind: 'money.issued', ref: { type: 'bench', id }, moves });
      }
    });
    if (mode === 'TICKING') await startWorld(app, buyers.at(-1)?.id ?? '');
    return;
  }
  await database.pool.query(`
    INSERT INTO world (id, name, kernel_version, tick, chain_hash, state, tick_ms, next_tick_at, money_supply, outside, generation, created_at)
    VALUES (1, 'bench', 1, 0, '', 'RUNNING', 0, now(), 0, 0, 1, now())`);
  await database.pool.query(
    'INSERT INTO world_purses (actor_id, available, tick) SELECT id, $2, 0 FROM unnest($1::uuid[]) AS made (id)',
    [buyers.map(({ id }) => id), amount.toString()],
  );
}

/** Until its hours have taken everybody in. */
async function startWorld(app: Issuer['app'], lastBuyer: string): Promise<void> {
  await app.start();
  do await app.world.stepBy(1);
  while (view.wallet(app.world.now(), lastBuyer) === undefined);
}

/** What was sold is done when its hours have passed, and both books were compared after each: a world that disagrees stands still. */
async function checkWorld({ app }: Issuer, isIntact: boolean): Promise<[boolean, string]> {
  await app.world.stepBy(HOURS_AFTER);
  const row = app.world.row();
  const isBalanced = isIntact && row?.state === 'RUNNING';
  return [isBalanced, isBalanced ? `balanced, both books agree after hour ${row.tick}` : 'BROKEN'];
}

/** Do the books hold what was sold? In a world that stands still all of it waits for the next hour. */
async function checkBooks(issuer: Issuer, sold: number, mode: Mode): Promise<[boolean, string]> {
  const { database } = issuer;
  const { isIntact, journals } = await verifyLedger(inspectionStore(database.db));
  if (mode === 'NONE') return [isIntact, `${isIntact ? 'balanced' : 'BROKEN'}, ${journals} journals`];
  if (mode === 'TICKING') return checkWorld(issuer, isIntact);
  const { rows } = await database.pool.query<{ held: string }>(
    "SELECT sum(amount)::text AS held FROM world_inputs WHERE kind = 'hold'",
  );
  const isHeld = BigInt(rows[0]?.held ?? 0) === BigInt(sold) * PRICE_MARKS * MARK;
  return [isIntact && isHeld, isIntact && isHeld ? 'balanced, all of it held' : 'BROKEN'];
}

async function benchPurchases(issuer: Issuer, mode: Mode): Promise<void> {
  const { database } = issuer;
  const services = await openServices(issuer);
  const offers = await openOffers(issuer, services.listings);
  const buyers = await addAgents(issuer, Math.ceil((PURCHASES + WARM_UP) / SELLERS));
  await fillPurses(issuer, services, buyers, mode);
  // In rounds: each buyer buys one offer, then each the next, so that those who buy at once are different ones.
  const work = offers.flatMap((_, round) =>
    buyers.map((buyer, place) => ({ buyer, offer: offers[(round + place) % SELLERS] ?? '' })),
  );
  const times: number[] = [];
  const buyAll = async (part: Iterable<(typeof work)[number]>): Promise<void> => {
    const next = part[Symbol.iterator]();
    const writer = async () => {
      for (let step = next.next(); !step.done; step = next.next()) {
        const { buyer, offer } = step.value;
        const from = performance.now();
        const caller = { kind: 'key', actorId: buyer.id, walletAddress: buyer.wallet } as never;
        await services.purchases.buy(caller, offer, {});
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  };
  await buyAll(work.slice(0, WARM_UP));
  times.length = 0;
  const [cpuBefore, databaseBefore] = [process.cpuUsage(), await databaseMs(database.pool)];
  const startedAt = performance.now();
  await buyAll(work.slice(WARM_UP));
  const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
  const { user, system } = process.cpuUsage(cpuBefore);
  const processor = {
    service: (user + system) / 1_000 / times.length,
    database: ((await databaseMs(database.pool)) - databaseBefore) / times.length,
  };
  const [isIntact, told] = await checkBooks(issuer, work.length, mode);
  const title = `Purchases by ${WRITERS} buyers at once of ${SELLERS} sellers, ${PURSES[mode]}`;
  printTable(`${title}, bytes proven before each, load ${load()}`, [
    ['purchases', 'per second', 'p50 ms', 'p99 ms', 'processor ms each: service, database', 'ledger', 'limit'],
    [
      String(times.length),
      perSecond.toFixed(0),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.99).toFixed(1),
      `${processor.service.toFixed(1)}, ${processor.database.toFixed(1)}`,
      told,
      `≥ ${LIMITS.purchasesPerSecond}/s: at most ${PROCESSOR_MS} ms on two cores`,
    ],
  ]);
  // On a busy machine the clock says how busy it is; what a purchase takes of the processor says what a quiet one could do.
  const isQuick = perSecond >= LIMITS.purchasesPerSecond || processor.service + processor.database <= PROCESSOR_MS;
  if (!isQuick || !isIntact) process.exitCode = 1;
}
