/** Starts all processes, injects one fault after the other under load, and checks the observations. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER_PROCESS_KEY } from '../../apps/server/src/testing/server-process.ts';
import { createPostgres } from '../lib/postgres.ts';
import { seeded } from '../lib/zipf.ts';
import { checkHistory } from './check-history.ts';
import { createClient } from './client.ts';
import { openDatabasePair } from './database-pair.ts';
import { listFaults, openClocks } from './faults.ts';
import { createHistory } from './history.ts';
import { readOutcome } from './outcome.ts';
import { hasPooler, startPooler } from './pooler.ts';
import { injectInTurn } from './recovery.ts';
import {
  createStock,
  type Needs,
  runDeveloper,
  runOperator,
  runPlayer,
  runTraders,
  runValidator,
  runVerifier,
} from './roles.ts';
import { createService } from './service.ts';
import { startStandIns } from './stand-ins.ts';
import { followStream } from './streams.ts';
import { openTcpProxy } from './tcp-proxy.ts';
import { upgradeInTurn } from './upgrade.ts';

type Options = {
  readonly folder: string;
  readonly minutes: number;
  /** `all`, `none`, or words that names of faults contain, separated by commas. */
  readonly faults: string;
  readonly seed: number;
  /** The folder of an installed earlier version. Its upgrade takes the place of the faults. */
  readonly upgradeFrom?: string | undefined;
  readonly say: (line: string) => void;
};

const COUNTS = { api: 2, worker: 2, world: 1 } as const;
const DISK_BYTES = '3g';
const QUIET_MS = 5_000;
/** For reading everything that was written. */
const READ_MS = 300_000;
const TICK_MS = '500';
const USDC_FOR_NOBODY = 0n;
/** How a problem begins after which a role did no more work. */
export const ROLE_ENDED = 'a role ended';

/** Logs and data of the servers, on a file system that can be filled. */
function mountDisk(folder: string): { path: string; isLimited: boolean; unmount(): void } {
  const path = join(folder, 'disk');
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', path], { stdio: 'ignore' });
    return { path, isLimited: true, unmount: () => void execFileSync('umount', ['-l', path]) };
  } catch {
    chmodSync(path, 0o755);
    return { path, isLimited: false, unmount: () => undefined };
  }
}

const startRoles = (needs: Needs): Promise<void>[] =>
  [runDeveloper, runVerifier, runOperator, runTraders, runPlayer, runValidator].map((run) =>
    run(needs).catch((error: unknown) => {
      const problem = `${ROLE_ENDED}: ${String(error).slice(0, 300)}`;
      needs.stock.problems.set(problem, (needs.stock.problems.get(problem) ?? 0) + 1);
    }),
  );

/** What was opened is closed in the opposite order, also when something after it could not be opened. */
function createClosers() {
  const closers: (() => unknown)[] = [];
  return {
    add: (close: () => unknown): void => void closers.push(close),
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

async function openStage(options: Options) {
  const closers = createClosers();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closers.close().finally(() => process.exit(1)));
  try {
    return { ...(await openParts(options, closers.add)), close: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;

async function openParts({ folder, upgradeFrom, say }: Options, onClose: (close: () => unknown) => void) {
  const limited = mountDisk(folder);
  onClose(limited.unmount);
  const clocks = openClocks(folder);
  const standIns = await startStandIns();
  onClose(standIns.close);
  const pair = await openDatabasePair(await createPostgres(limited.path), openTcpProxy);
  onClose(pair.close);
  const { proxy } = pair;
  const pooler = hasPooler() ? await startPooler(folder, proxy.port) : undefined;
  if (pooler !== undefined) onClose(pooler.close);
  say('database and stand-ins run');
  const env = {
    ...standIns.env,
    DATABASE_URL: urlOf(pooler?.port ?? proxy.port),
    ...(pooler === undefined ? {} : { DATABASE_DIRECT_URL: urlOf(proxy.port) }),
    DATABASE_READ_URL: urlOf(pair.readProxy.port),
    PUBLIC_BASE_URL: 'http://assay.localhost',
    GOD_API_KEY: SERVER_PROCESS_KEY,
    ALLOW_UNREAD_INSTRUCTIONS: '1',
    REVIEWS_GIVE_WAY: '0',
    WORLD_TICK_MS: TICK_MS,
  };
  const ownEnv = clocks === undefined ? {} : { ownEnv: clocks.envOf };
  const service = createService({ folder, env, root: upgradeFrom, ...ownEnv }, COUNTS);
  onClose(service.stop);
  await service.start();
  say('all processes run');
  return { standIns, pair, proxy, service, clocks, disk: limited.isLimited ? limited.path : undefined };
}
type Stage = Awaited<ReturnType<typeof openStage>>;

/** Wallets with test money, and what each was given. */
function createWallets({ standIns: { chain } }: Stage) {
  const given = new Map<string, bigint>();
  async function newWallet(usdc: bigint) {
    const wallet = await chain.newAccount(usdc === USDC_FOR_NOBODY ? {} : { usdc });
    given.set(wallet.address, usdc);
    return wallet;
  }
  return { given, newWallet };
}

export async function runCampaign(options: Options) {
  const { minutes, seed, say } = options;
  const roll = seeded(seed);
  const stage = await openStage(options);
  const { service, standIns, clocks } = stage;
  const { faults: all, skipped } = listFaults({ ...stage, shiftClock: clocks?.shift, roll });
  if (!hasPooler()) skipped.push('a pooler in front of the primary: pgbouncer is not installed');
  const words = options.faults.split(',');
  const chosen = all.filter(({ name }) => options.faults === 'all' || words.some((word) => name.includes(word)));
  const faults = options.upgradeFrom === undefined ? chosen : [upgradeInTurn({ ...stage, say })];
  const history = createHistory(() => performance.now());
  const stock = createStock();
  let isOver = false;
  const client = createClient(service.ofRole('api'), () => isOver);
  const { given, newWallet } = createWallets(stage);
  const followers = service.ofRole('api').map((member) => followStream(member, history, () => isOver));
  const roles = startRoles({ client, history, stock, newWallet, mailed: standIns.mail.received });
  try {
    const endsAt = performance.now() + minutes * 60_000;
    const injected = await injectInTurn(faults, { service, endsAt, roll, say });
    isOver = true;
    await Promise.all(roles);
    say('load ended; reading what is there');
    const readEnd = performance.now() + READ_MS;
    const reader = createClient(service.ofRole('api'), () => performance.now() > readEnd);
    await pause(QUIET_MS);
    await Promise.all(followers.map((follower) => follower.stop()));
    const seen = history.read();
    const violations = checkHistory(
      seen,
      await readOutcome({ client: reader, history, stock, chain: standIns.chain, given }),
    );
    return {
      violations,
      skipped,
      done: stock.done,
      problems: stock.problems,
      ...client.counters,
      verifies: seen.verifies.length,
      acknowledged: seen.acknowledged.length,
      events: seen.streams.map(({ seqs }) => seqs.length),
      faults: injected,
    };
  } finally {
    isOver = true;
    await stage.close();
  }
}
