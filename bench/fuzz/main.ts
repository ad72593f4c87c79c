/** `npm run bench fuzz`: calls every operation as every kind of caller with hostile values, on the embedded and on an external PostgreSQL. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inspectionStore, verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import { verifyWorld, worldStores } from '../../apps/server/src/modules/world/index.ts';
import { openDatabaseHome, startEmbeddedPostgres } from '../../apps/server/src/platform/db/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { type FuzzFigures, fuzz } from '../../apps/server/src/testing/fuzz/run.ts';
import { FUZZ_ENV } from '../../apps/server/src/testing/fuzz/settings.ts';
import { smallWorld } from '../../apps/server/src/testing/small-world.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import type { TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { printTable } from '../lib/report.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, only: { type: 'string' }, on: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const perOperation = Number(values.requests ?? 100);
const only = values.only?.split(',');
const [SLOW_MS, NO_ANSWER_MS, WIDTH] = [2_000, 30_000, 2];
const FINDINGS_SHOWN = 50;

const log = createLogger('fatal');
type Home = Awaited<ReturnType<typeof openDatabaseHome>>;

async function fuzzOn(home: Home): Promise<FuzzFigures & { readonly books: string }> {
  const database = { ...home.database, connection: home.connection } as TestDatabase;
  const server = await startTestServer({ env: FUZZ_ENV, genesis: smallWorld(500), database, log });
  try {
    const limits = { width: WIDTH, slowMs: SLOW_MS, noAnswerMs: NO_ANSWER_MS };
    const figures = await fuzz(server, { seed, perOperation, only, ...limits });
    const ledger = await verifyLedger(inspectionStore(home.database.db));
    const world = await verifyWorld(worldStores(home.database.db));
    const { rows } = await home.database.pool.query('SELECT state, fault FROM world');
    const isSound = ledger.isIntact && world.isIntact && rows[0]?.state === 'RUNNING' && rows[0]?.fault === null;
    return { ...figures, books: isSound ? 'balanced' : JSON.stringify({ ledger, world, rows }).slice(0, 500) };
  } finally {
    await server.close();
  }
}

/** The database that DATABASE_URL names, or a PostgreSQL that this bench starts beside the service. */
async function openExternal(folder: string): Promise<Home> {
  const options = { dataDir: join(folder, 'external'), tmpDir: tmpdir(), log, onCrash: () => process.exit(1) };
  if (process.env.DATABASE_URL !== undefined)
    return openDatabaseHome({ ...options, databaseUrl: process.env.DATABASE_URL });
  const postgres = await startEmbeddedPostgres(options);
  const { host, port, user, password, database } = postgres.connection;
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`;
  const home = await openDatabaseHome({ ...options, databaseUrl });
  return {
    ...home,
    async stop() {
      await home.stop();
      await postgres.stop();
    },
  };
}

const folder = await createTemporaryFolder();
const homes = {
  embedded: () => openBenchDatabase(join(folder.path, 'embedded'), log),
  external: () => openExternal(folder.path),
};
const rows: string[][] = [];
try {
  for (const [name, open] of Object.entries(homes)) {
    if (values.on !== undefined && values.on !== name) continue;
    const home = await open();
    try {
      const { operations, requests, succeeded, findings, slowestMs, books } = await fuzzOn(home);
      const figures = [operations, requests, succeeded, findings.length, Math.round(slowestMs)].map(String);
      rows.push([name, ...figures, books]);
      for (const { route, what, request } of findings.slice(0, FINDINGS_SHOWN))
        console.log(`\n${route}: ${what}\n  ${request}`);
      if (findings.length > 0 || books !== 'balanced') process.exitCode = 1;
    } finally {
      await home.stop();
    }
  }
  const head = ['PostgreSQL', 'operations', 'requests', 'operations that succeeded', 'findings', 'slowest ms', 'books'];
  printTable(`Fuzz with --seed ${seed} --requests ${perOperation}`, [head, ...rows]);
} finally {
  await folder.remove();
}
// The engine's processes are shared and have no owner that would end them.
process.exit();
