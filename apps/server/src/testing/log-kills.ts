import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isConsistent, parseCheckpoint } from '@assay/protocol';
import type { Pool } from 'pg';
import { transparencyStores } from '../modules/transparency/index.ts';
import { hash, treeAt } from '../modules/transparency/tree.ts';
import type { OpenDatabase, SocketConnection } from '../platform/db/index.ts';
import { COMPILE_CACHE, OWN_SOURCES } from './compile-cache.ts';
import { startWitness } from './log-witness.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('log-process.ts', import.meta.url));

type Options = {
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>;
  readonly connection: SocketConnection;
  readonly kills: number;
  /** Random from 0 to less than 1. */
  roll(): number;
};
type Report = {
  readonly kills: number;
  readonly checkpoints: number;
  readonly leaves: number;
  /** Every checkpoint that the next one does not extend, and every refusal of the witness. */
  readonly forks: readonly string[];
};

const PUBLISHED_MAX = 4;

/** Runs publishers in sequence and kills each during its work, while a witness watches. */
export async function killPublishers({ database, connection, kills, roll }: Options): Promise<Report> {
  const folder = await createTemporaryFolder();
  const witness = await startWitness('witness.example/kills');
  const env = {
    PORT: '0',
    PUBLIC_BASE_URL: 'http://assay.localhost',
    ASSAY_ROLES: 'api',
    DATA_DIR: folder.path,
    LOG_WITNESSES: JSON.stringify([witness.entry]),
    LOG_WITNESS_TIMEOUT_MS: '60000',
  };
  try {
    for (let kill = 0; kill < kills; kill++) await runAndKill(connection, env, 1 + Math.floor(roll() * PUBLISHED_MAX));
    const forks = [...(await findForks(database)), ...(await findEvidence(witness.home))];
    const { rows } = await database.pool.query<{ leaves: bigint; checkpoints: bigint }>(
      'SELECT (SELECT count(*) FROM log_leaves) AS leaves, (SELECT count(*) FROM log_checkpoints) AS checkpoints',
    );
    return { kills, forks, leaves: Number(rows[0]?.leaves), checkpoints: Number(rows[0]?.checkpoints) };
  } finally {
    await witness.close();
    await folder.remove();
  }
}

/** Kills the process while it works on the next checkpoint. */
async function runAndKill(connection: SocketConnection, env: Record<string, string>, after: number): Promise<void> {
  const child = spawn(process.execPath, [OWN_SOURCES, PROGRAM, JSON.stringify(connection), JSON.stringify(env)], {
    env: COMPILE_CACHE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let published = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    published += 1;
    if (published === after) child.kill('SIGKILL');
  }
  await exited;
  if (published < after) throw new Error('The publisher ended before it was killed.');
}

/** Checks that every published tree is a prefix of the next, and that the last one matches the leaves. */
async function findForks({ db, pool }: { db: OpenDatabase['db']; pool: Pool }): Promise<string[]> {
  const store = transparencyStores(db).transparency;
  const { rows } = await pool.query<{ note: string }>('SELECT note FROM log_checkpoints ORDER BY size');
  const heads = rows.map(({ note }) => parseCheckpoint(note));
  const forks: string[] = [];
  for (const [index, { size: newSize, root: newRoot }] of heads.entries()) {
    const before = heads[index - 1];
    if (before === undefined) continue;
    const hashes = await treeAt(store, newSize).consistencyProof(before.size);
    if (!isConsistent({ oldSize: before.size, oldRoot: before.root, newSize, newRoot, hashes }, hash))
      forks.push(`${newSize} does not continue ${before.size}`);
  }
  return forks;
}

async function findEvidence(home: string): Promise<string[]> {
  const folder = join(home, 'evidence');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => `the witness refused ${await readFile(join(folder, name), 'utf8')}`));
}
