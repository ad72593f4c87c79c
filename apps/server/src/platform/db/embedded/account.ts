import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whom PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

const ROOT = 0;
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. An existing cluster keeps its owner, whoever starts the server. */
export async function chooseAccount(cluster: string): Promise<Account> {
  const self = { uid: process.getuid?.() ?? NOBODY.uid, gid: process.getgid?.() ?? NOBODY.gid };
  if (self.uid !== ROOT) return self;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== ROOT) return { uid: owner.uid, gid: owner.gid };
  return findNobody(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

export function findNobody(passwd: string): Account {
  const [, , uid, gid] = /^nobody:.*$/m.exec(passwd)?.[0].split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : NOBODY;
}

/** Asked of the system itself, since modes, groups, access lists and mount options all have a say. */
export async function mayEnter(account: Account, folder: string): Promise<boolean> {
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
