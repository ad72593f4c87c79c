import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The account that PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

const ROOT = 0;
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

const run = promisify(execFile);

/** The range in which systemd allocates dynamic service accounts. No distribution assigns these numbers to people. */
const DEDICATED = { first: 61_184, last: 65_519 } as const;
/** If an account of this name exists, the database runs as it. */
const OWN_NAME = 'assay';

const isRoot = (): boolean => process.getuid?.() === ROOT;

/**
 * PostgreSQL refuses to run as root. In that case it runs as an account that no other process uses: the account `assay`
 * if it exists, otherwise a dedicated number. An existing cluster keeps its owner, unless an earlier version of this
 * service assigned it to `nobody`, an account that other programs share.
 */
export async function chooseAccount(cluster: string): Promise<Account> {
  if (!isRoot()) return { uid: process.getuid?.() ?? NOBODY.uid, gid: process.getgid?.() ?? NOBODY.gid };
  const passwd = await readPasswd();
  const owner = await stat(cluster).catch(() => undefined);
  if (owner === undefined || owner.uid === ROOT) return findDedicated(passwd, cluster);
  // If root owns the surrounding folder, this service chose the owner of the cluster.
  const isOurChoice = (await stat(dirname(cluster))).uid === ROOT;
  if (isOurChoice && owner.uid === findNobodyAccount(passwd).uid) return findDedicated(passwd, cluster);
  return { uid: owner.uid, gid: owner.gid };
}

/** Set-up programs such as initdb refuse to run as an account without a name. The group is that of the folders. */
export async function chooseSetUpAccount(account: Account): Promise<Account> {
  if (!isRoot()) return account;
  const passwd = await readPasswd();
  return listedUids(passwd).has(account.uid) ? account : { uid: findNobodyAccount(passwd).uid, gid: account.gid };
}

const readPasswd = (): Promise<string> => readFile('/etc/passwd', 'utf8').catch(() => '');

const findNamed = (passwd: string, name: string): Account | undefined => {
  const line = passwd.split('\n').find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};

export const findNobodyAccount = (passwd: string): Account => findNamed(passwd, 'nobody') ?? NOBODY;

const listedUids = (passwd: string): ReadonlySet<number> =>
  new Set(passwd.split('\n').map((line) => Number(line.split(':')[2] || Number.NaN)));

/** Derives the number from the cluster, so that two services on one machine get different accounts. */
export function findDedicated(passwd: string, cluster: string): Account {
  const named = findNamed(passwd, OWN_NAME);
  if (named !== undefined) return named;
  const taken = listedUids(passwd);
  const count = DEDICATED.last - DEDICATED.first + 1;
  const start = createHash('sha256').update(cluster).digest().readUInt32BE() % count;
  for (let step = 0; step < count; step++) {
    const uid = DEDICATED.first + ((start + step) % count);
    if (!taken.has(uid)) return { uid, gid: uid };
  }
  throw new Error(
    `Every account number from ${DEDICATED.first} to ${DEDICATED.last} is taken. Add an account "assay".`,
  );
}

/** Uses the system's chown, which follows no symlinks in the tree: another account may have owned the folder. */
export async function transferOwnership(folder: string, { uid, gid }: Account): Promise<void> {
  const owner = await stat(folder);
  if (owner.uid === uid && owner.gid === gid) return;
  await run('chown', ['-R', '-h', '--', `${uid}:${gid}`, folder], { cwd: '/', env: {} });
}

/** Runs the check as the account, because modes, groups, access lists and mount options all apply. */
export async function canAccess(account: Account, folder: string): Promise<boolean> {
  return mayRun(account, '/bin/sh', ['-c', 'cd -- "$0"', folder]);
}

export async function mayRun(account: Account, command: string, args: string[]): Promise<boolean> {
  try {
    await run(command, args, { ...account, cwd: '/', env: {} });
    return true;
  } catch {
    return false;
  }
}
