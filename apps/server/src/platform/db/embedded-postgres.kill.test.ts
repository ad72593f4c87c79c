import { chown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryFolder, runCrashRounds, seedDataDir, type TemporaryFolder } from '../../testing/index.ts';
import { type DatabaseProcess, killWatchers, spawnDatabaseProcess } from '../../testing/spawn-database-process.ts';
import { type Account, chooseAccount, findNobodyAccount, mayRun } from './embedded/account.ts';
import { findPostmasters } from './embedded/processes.ts';

/** Rounds per kind; `npm run bench faults` runs a hundred. */
const ROUNDS = 2;

vi.setConfig({ testTimeout: 120_000 }); // many starts each, on a machine that can be busy

let folder: TemporaryFolder;
let dataDir: string;
let cluster: string;
beforeEach(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  cluster = join(dataDir, 'postgres', 'cluster');
});
afterEach(() => folder.remove());

const spawnServer = (account?: Account): DatabaseProcess =>
  spawnDatabaseProcess({ dataDir, tmpDir: folder.path, account });

describe('a server killed at any moment', () => {
  it.each(['server', 'server and watcher', 'server, watcher and postgres'] as const)(
    'loses no committed row when SIGKILL hits the %s',
    async (victims) => {
      const report = await runCrashRounds({ folder: folder.path, rounds: ROUNDS, victims, roll: Math.random });

      expect(report).toMatchObject({ lost: [] });
    },
  );

  it('takes its PostgreSQL down with it', async () => {
    await seedDataDir(dataDir);
    const server = spawnServer();
    await server.ready();
    const [pid] = await findPostmasters(cluster);

    await server.end('SIGKILL');

    await expect.poll(() => findPostmasters(cluster), { timeout: 20_000 }).toEqual([]);
    expect(pid).toBeGreaterThan(0);
  });
});

describe('an orderly stop', () => {
  it('leaves no process running', async () => {
    await seedDataDir(dataDir);
    const server = spawnServer();
    await server.ready();

    await server.end('SIGTERM');

    expect(await findPostmasters(cluster)).toEqual([]);
  });
});

describe('servers started at the same instant on one data directory', () => {
  it('become one server and clear refusals', async () => {
    const servers = [spawnServer(), spawnServer(), spawnServer()];

    const outcomes = await Promise.all(servers.map(outcomeOf));

    expect(outcomes.sort()).toEqual(['DataDirInUseError', 'DataDirInUseError', 'ready']);
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  });

  it('become one server and clear refusals despite an orphan', async () => {
    await seedDataDir(dataDir);
    const first = spawnServer();
    await first.ready();
    await killWatchers(cluster);
    await first.end('SIGKILL');
    const [orphan] = await findPostmasters(cluster);

    const servers = [spawnServer(), spawnServer()];
    const outcomes = await Promise.all(servers.map(outcomeOf));

    expect(outcomes.sort()).toEqual(['DataDirInUseError', 'ready']);
    expect(await findPostmasters(cluster)).not.toContain(orphan);
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
  });
});

describe('an unprivileged user', () => {
  it('has a database that also survives crashes', async () => {
    const account = await chooseOrdinary();
    await chown(folder.path, account.uid, account.gid);

    const report = await runCrashRounds({
      folder: folder.path,
      rounds: 2,
      victims: 'server',
      roll: () => 0.9,
      account,
    });

    expect(report).toMatchObject({ lost: [] });
    expect(report.committed).toBeGreaterThan(0);
  });
});

const outcomeOf = async (server: DatabaseProcess): Promise<string | undefined> => {
  const line = await server.hear(({ msg }) => msg === 'ready' || msg === 'ended');
  return line?.error ?? line?.msg;
};

/** Root can switch to another account, unless only root can read the checkout. */
async function chooseOrdinary(): Promise<Account> {
  const account =
    process.getuid?.() === 0 ? findNobodyAccount(await readFile('/etc/passwd', 'utf8')) : await chooseAccount(cluster);
  const isPossible = await mayRun(account, process.execPath, ['--version']);
  return isPossible ? account : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}
