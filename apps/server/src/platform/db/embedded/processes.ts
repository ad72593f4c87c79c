import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { hasCode } from './system-error.ts';

/** Every PostgreSQL that runs on this cluster. The pid file would miss one that is still starting, and pids are reused. */
export async function findPostmasters(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const areOurs = await Promise.all(pids.map((pid) => isPostmaster(pid, cluster)));
  return pids.filter((_, index) => areOurs[index]);
}

/** A zombie does not count. In a container it may never be reaped. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const [stat, commandLine] = await Promise.all([readProc(pid, 'stat'), readProc(pid, 'cmdline')]);
  return stat !== undefined && commandLine !== undefined && !isZombie(stat) && isPostgresOf(cluster, commandLine);
}

/** The state follows the program's name, which is in parentheses and may contain any character. */
export const isZombie = (stat: string): boolean => /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));

/** Backends have other command lines, because they write their activity there. */
export function isPostgresOf(cluster: string, commandLine: string): boolean {
  const [program = '', ...args] = commandLine.split('\0');
  return basename(program) === 'postgres' && args[0] === '-D' && args[1] === cluster;
}

const readProc = (pid: number, file: string): Promise<string | undefined> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES')) return undefined;
    throw error;
  });
