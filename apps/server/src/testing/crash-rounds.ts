import { join } from 'node:path';
import type { Account } from '../platform/db/embedded/account.ts';
import { openDatabase } from '../platform/db/index.ts';
import { startQuietPostgres } from './quiet-postgres.ts';
import { silentLog } from './silent-log.ts';
import { killPostgres, killWatchers, spawnDatabaseProcess } from './spawn-database-process.ts';

export type Victims = 'server' | 'server and watcher' | 'server, watcher and postgres';

type CrashRoundsOptions = {
  /** Contains all files of these rounds; the data directory is `data`. */
  folder: string;
  rounds: number;
  victims: Victims;
  /** Random from 0 to less than 1. Selects the output line at which a server is killed. */
  roll(): number;
  /** The account of the servers, if it differs from that of the test. */
  account?: Account;
};

/** `killedAt`: the output lines at which the servers were killed, for diagnosis. */
type CrashReport = { committed: number; killedAt: number[]; lost: string[] };

const WRITERS = 3;
/** A restart alone prints about ten lines, so some servers are killed before they are ready. */
const LINES_MAX = 60;

/** Repeatedly starts and kills a server, then looks up every acknowledged key. */
export async function runCrashRounds(options: CrashRoundsOptions): Promise<CrashReport> {
  const { folder, rounds, victims, roll, account } = options;
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres', 'cluster');
  const committed: string[] = [];
  const killedAt: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = spawnDatabaseProcess({ dataDir, tmpDir: folder, writers: WRITERS, account });
    const lastLine = Math.floor(roll() * LINES_MAX);
    if (!(await server.hear((_, index) => index === lastLine))) throw new Error('A server ended before it was killed.');
    if (victims !== 'server') await killWatchers(cluster);
    await server.end('SIGKILL');
    if (victims === 'server, watcher and postgres') await killPostgres(cluster);
    committed.push(...server.committed());
    killedAt.push(lastLine);
  }
  return { committed: committed.length, killedAt, lost: await findLost(folder, committed) };
}

async function findLost(folder: string, committed: string[]): Promise<string[]> {
  const { connection, stop } = await startQuietPostgres({ dataDir: join(folder, 'data'), tmpDir: folder });
  const { pool, close } = openDatabase({ connection, log: silentLog });
  try {
    if (committed.length === 0) return []; // every server was killed before it created the table
    const { rows } = await pool.query<{ key: string }>(
      'select key from unnest($1::text[]) as said (key) where key not in (select key from written)',
      [committed],
    );
    return rows.map(({ key }) => key);
  } finally {
    await close();
    await stop();
  }
}
