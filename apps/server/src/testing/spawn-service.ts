import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabaseConnection } from '../platform/db/index.ts';
import { COMPILE_CACHE, OWN_SOURCES } from './compile-cache.ts';

const PROGRAM = fileURLToPath(new URL('service-process.ts', import.meta.url));

export type SpawnedService = Awaited<ReturnType<typeof spawnService>>;

/** The composed service in a separate process, with its chain open. */
export async function spawnService(connection: DatabaseConnection, env: Record<string, string>) {
  const child = spawn(process.execPath, [OWN_SOURCES, PROGRAM, JSON.stringify(connection), JSON.stringify(env)], {
    env: COMPILE_CACHE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(() => Promise.reject(new Error('The service ended before it was ready.'))),
  ]);
  return {
    url,
    /** Resolves when the process is dead. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
