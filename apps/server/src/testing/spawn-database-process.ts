import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Account } from '../platform/db/embedded/account.ts';
import { findPostmasters } from '../platform/db/embedded/processes.ts';
import { COMPILE_CACHE, OWN_SOURCES } from './compile-cache.ts';

const PROGRAM = fileURLToPath(new URL('database-process.ts', import.meta.url));

const Line = z.object({ msg: z.string(), key: z.string().optional(), error: z.string().optional() });
type Line = z.infer<typeof Line>;

type DatabaseProcessOptions = {
  dataDir: string;
  tmpDir: string;
  writers?: number;
  account?: Account | undefined;
};

/** Runs `database-process.ts` and reads its output. */
export function spawnDatabaseProcess({ dataDir, tmpDir, writers = 0, account }: DatabaseProcessOptions) {
  const child = spawn(process.execPath, [OWN_SOURCES, PROGRAM, dataDir, tmpDir, String(writers)], {
    ...account,
    env: COMPILE_CACHE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (text) => lines.push(Line.parse(JSON.parse(text))));
  const silent = once(output, 'close').then(() => undefined);

  /** The first matching line, past or future. `undefined` when the process ends without one. */
  async function hear(fits: (line: Line, index: number) => boolean): Promise<Line | undefined> {
    const heard = new Promise<Line>((resolve) => {
      output.on('line', () => {
        const line = lines.find(fits);
        if (line) resolve(line);
      });
    });
    return lines.find(fits) ?? Promise.race([heard, silent.then(() => lines.find(fits))]);
  }

  return {
    hear,
    ready: () => hear(({ msg }) => msg === 'ready'),
    /** All keys that it reported as committed; complete once it is dead. */
    committed: () => lines.flatMap(({ key }) => key ?? []),
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      child.kill(signal);
      await Promise.all([silent, whenExited(child)]);
    },
  };
}
export type DatabaseProcess = ReturnType<typeof spawnDatabaseProcess>;

async function whenExited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The shell that watches for the server's death, see `embedded/launch.ts`. */
async function findWatchers(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter(
    (_, index) => lines[index]?.startsWith('/bin/sh\0') && lines[index].includes(`\0-D\0${cluster}\0`),
  );
}

export async function killWatchers(cluster: string): Promise<void> {
  killAll(await findWatchers(cluster));
}

export async function killPostgres(cluster: string): Promise<void> {
  killAll(await findPostmasters(cluster));
}

function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process had already ended
    }
  }
}
