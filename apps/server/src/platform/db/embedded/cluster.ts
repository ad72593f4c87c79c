import { execFile } from 'node:child_process';
import { access, chown, mkdtemp, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseLog } from '../database.ts';
import { transferOwnership } from './account.ts';
import type { Home } from './home.ts';

export const SUPERUSER = 'assay';

const run = promisify(execFile);

const DRAFT_PREFIX = 'initdb-';

/** Text sorts and folds identically on every machine. The character classes of C.UTF-8 let pg_trgm handle all alphabets. */
const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
  '--auth-local=reject', // see `password.ts`
  '--auth-host=reject',
  '--no-instructions',
];

/** Creates the cluster on the first start. It is renamed when it is complete, so a partial cluster is never used. */
export async function ensureCluster(
  home: Home,
  initdb: string,
  { log, whileWaiting }: { log: DatabaseLog; whileWaiting?: (() => void) | undefined },
): Promise<void> {
  await removeDrafts(home, log);
  if (await exists(home.cluster)) return;
  const draft = await mkdtemp(join(home.folder, DRAFT_PREFIX));
  const { account, setUpAccount } = home;
  await chown(draft, setUpAccount.uid, setUpAccount.gid);
  const made = run(initdb, [...INITDB_OPTIONS, `--pgdata=${draft}`], { ...setUpAccount, cwd: '/', env: { TZ: 'UTC' } });
  whileWaiting?.();
  await made;
  await transferOwnership(draft, account);
  await rename(draft, home.cluster);
  await syncFolder(home.folder);
  await syncFolder(dirname(home.folder));
  log.info({ cluster: home.cluster }, 'database cluster created');
}

/** Without this, a power cut can lose the folder's name although the commit inside is on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** Removes drafts of killed starts. If the initdb of a draft is still writing, a later start removes the draft. */
async function removeDrafts(home: Home, log: DatabaseLog): Promise<void> {
  const drafts = (await readdir(home.folder)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const draft of drafts) {
    // Uses the system's rm: unlike Node's, it is safe against symlinks created while it runs.
    await run('rm', ['-rf', '--', join(home.folder, draft)]).catch((error: unknown) =>
      log.warn({ err: error, draft }, 'removing an unfinished database cluster failed'),
    );
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
