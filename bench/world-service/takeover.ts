/** How long the world stands still after its process was killed, until another process takes over. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseHome } from '../../apps/server/src/platform/db/index.ts';
import { spawnServer } from '../../apps/server/src/testing/server-process.ts';
import { silentLog } from '../../apps/server/src/testing/silent-log.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';

const POLL_MS = 50;
const WAIT_MS = 120_000;
const TICK_MS = '500';

/** Seconds from the kill to the first hour that the other process has stored. */
export async function measureTakeover(): Promise<number> {
  const folder = await createTemporaryFolder();
  const onCrash = (error: Error) => {
    throw error;
  };
  const options = { databaseUrl: undefined, dataDir: join(folder.path, 'data'), tmpDir: tmpdir(), log: silentLog };
  const home = await openDatabaseHome({ ...options, onCrash });
  const { connection, database } = home;
  if (!('host' in connection)) throw new Error('The embedded database has no socket.');
  const { user, password, host, port, database: name } = connection;
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}&sslmode=disable`;
  const shared = { DATABASE_URL, SIGNING_KEY: '07'.repeat(32), ASSAY_ROLES: 'world', WORLD_TICK_MS: TICK_MS };
  const start = (place: string) => spawnServer({ env: { ...shared, DATA_DIR: join(folder.path, place) } });
  const hour = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ tick: number }>('SELECT tick::int FROM world');
    return rows[0]?.tick ?? -1;
  };
  const waitFor = async (isDone: (tick: number) => boolean): Promise<number> => {
    for (const from = performance.now(); performance.now() - from < WAIT_MS; ) {
      const tick = await hour();
      if (isDone(tick)) return tick;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error('The world does not move on.');
  };
  const first = start('one');
  await first.ready();
  const begun = await waitFor((tick) => tick >= 0);
  await waitFor((tick) => tick > begun);
  const second = start('two');
  await second.ready();
  first.kill('SIGKILL');
  await first.ended();
  const killedAt = performance.now();
  const left = await hour();
  await waitFor((tick) => tick > left);
  const seconds = (performance.now() - killedAt) / 1000;
  second.kill('SIGTERM');
  await second.ended();
  await home.stop();
  await folder.remove();
  return seconds;
}
