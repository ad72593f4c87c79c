import { createSigner, RATE_POLICIES, type Signer } from '@assay/protocol';
import { vi } from 'vitest';
import { type App, composeApp } from '../app.ts';
import { volatileCheckpointMemory } from '../checkpoint-memory.ts';
import type { Audit } from '../compose-audit.ts';
import { readConfig } from '../config.ts';
import type { CheckpointMemory } from '../modules/transparency/index.ts';
import type { Genesis } from '../modules/world/compose.ts';
import { openDatabase } from '../platform/db/index.ts';
import type { Network } from '../platform/fetch/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { type GithubStandIn, type StandInWorld, startGithubStandIn } from './github-stand-in.ts';
import { SERVICE_SEED } from './service-seed.ts';
import { borrowAudit, borrowReadingThreads } from './shared-audit.ts';
import { silentLog } from './silent-log.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const BASE_URL = 'http://assay.localhost';
export const GOD_API_KEY = 'test-administrative-key-0123456789abcdef';
/** The operator's headers. */
export const OPERATOR = { authorization: `Bearer ${GOD_API_KEY}` };
export const TEST_VERSION = '0.0.0-test';
/**
 * About a second on an idle machine. Less than the five seconds after which caches expire, so that a passing test
 * proves the notice.
 */
const VISIBLE_WITHIN_MS = 3_000;

/** Repeats the check until a change is visible. */
export const soon = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: VISIBLE_WITHIN_MS, interval: 5 });

type SentHeaders = Readonly<Record<string, string>>;
export type Answer = { status: number; headers: Headers; text: string; body: unknown };

export type TestServerOptions = {
  /** Environment variables in addition to those of every test server; `undefined` removes one. */
  env?: Record<string, string | undefined>;
  /** The database of another server, for tests with several processes. */
  database?: TestDatabase;
  github?: StandInWorld;
  clock?: TestClock;
  /** The network for outgoing requests. Defaults to a stand-in for GitHub. */
  network?: Network;
  log?: Logger;
  /** Where the log stores its signed checkpoints. Defaults to memory of this server. */
  checkpointMemory?: CheckpointMemory;
  /** The signing key. Defaults to the one that all test servers share. */
  signer?: Signer;
  /** The engine. Defaults to the current one, shared with other servers. */
  audit?: Audit;
  /** The world of a server with that role. Defaults to the default world. */
  genesis?: Genesis;
};

export type TestServer = {
  readonly url: string;
  readonly app: App;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly signer: Signer;
  readonly github: GithubStandIn;
  request(method: string, path: string, headers?: SentHeaders, body?: string): Promise<Answer>;
  get(path: string, headers?: SentHeaders): Promise<Answer>;
  post(path: string, body: unknown, headers?: SentHeaders): Promise<Answer>;
  /** POST with the administrative key. */
  operate(path: string, body: unknown): Promise<Answer>;
  /** Resolves when every committed event is numbered. */
  published(): Promise<void>;
  close(): Promise<void>;
};

/** Enabled limits that no test reaches, so that every answer shows its quota. */
export const WIDE_LIMITS = {
  RATE_LIMITS: JSON.stringify(
    Object.fromEntries(Object.keys(RATE_POLICIES).map((name) => [name, { requests: 1_000_000, windowSeconds: 60 }])),
  ),
};

/** The composed application on a real database and a loopback port. Every answer is validated against its schema. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { clock = createTestClock(), log = silentLog } = options;
  const home = options.database ?? (await createTestDatabase());
  const { connection } = home;
  const { replica } = home;
  const database = { ...openDatabase({ connection, log }), ...(replica && { replica }) };
  const github = await startGithubStandIn(options.github ?? { repositories: {} });
  const { signer = createSigner(SERVICE_SEED) } = options;
  const config = readConfig({
    PORT: '0',
    PUBLIC_BASE_URL: BASE_URL,
    RATE_LIMITS: 'off',
    ALLOW_UNREAD_INSTRUCTIONS: '1',
    REVIEWS_GIVE_WAY: '0',
    // Long enough for an available witness to answer on any busy machine.
    LOG_WITNESS_TIMEOUT_MS: '60000',
    ASSAY_ROLES: 'api',
    GOD_API_KEY,
    ...options.env,
  });
  const network = options.network ?? github.network;
  const { audit = borrowAudit(), genesis } = options;
  const given = { audit, readingThreads: borrowReadingThreads(), ...(genesis && { genesis }) };
  const { checkpointMemory = volatileCheckpointMemory() } = options;
  const outside = {
    network,
    signer,
    clock,
    log,
    checkpointMemory,
    version: TEST_VERSION,
    checksAnswers: true,
    ...given,
  };
  const app = composeApp(config, { ...outside, database, connection });
  await app.start();
  await app.listen();
  const [address] = app.http.addresses();
  if (typeof address !== 'object') throw new Error('The test server does not listen.');
  const url = `http://127.0.0.1:${address.port}`;

  const request = (method: string, path: string, headers: SentHeaders = {}, body?: string) =>
    send(new Request(url + path, { method, headers, ...(body === undefined ? {} : { body }) }));
  const post = (path: string, body: unknown, headers: SentHeaders = {}) =>
    request('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
  return {
    url,
    app,
    database: home,
    clock,
    signer,
    github,
    request,
    post,
    get: (path, headers) => request('GET', path, headers),
    operate: (path, body) => post(path, body, OPERATOR),
    published: () =>
      vi.waitFor(
        async () => {
          const { rowCount } = await database.pool.query('SELECT FROM events WHERE seq IS NULL LIMIT 1');
          if (rowCount !== 0) throw new Error('An event waits to be published.');
        },
        { timeout: 60_000 },
      ),
    async close() {
      await app.stop();
      await database.close();
      await github.close();
      if (options.database === undefined) await home.close();
    },
  };
}

async function send(request: Request): Promise<Answer> {
  const response = await fetch(request);
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
