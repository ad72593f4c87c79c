import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SocketConnection } from '../platform/db/index.ts';
import { COMPILE_CACHE, OWN_SOURCES } from './compile-cache.ts';

const PROGRAM = fileURLToPath(new URL('./world-process.ts', import.meta.url));
type Stage = 'lives' | 'written' | 'stored';
export type KillAt = { readonly tick: number; readonly stage: Stage };

/**
 * Runs the small world until `until`, or kills it at the named place. Any other end of the process, such as a failed
 * start, is an error, because it would count as a kill that did not happen.
 */
export async function runWorldProcess(
  connection: SocketConnection,
  until: number,
  kill?: KillAt,
  lease: 'short' | 'usual' = 'short',
): Promise<void> {
  const args = [JSON.stringify(connection), String(until), String(kill?.tick ?? -1), kill?.stage ?? 'none', lease];
  const child = spawn(process.execPath, [OWN_SOURCES, PROGRAM, ...args], {
    env: COMPILE_CACHE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let isThere = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (kill === undefined || line !== `${kill.stage} ${kill.tick}`) continue;
    isThere = true;
    child.kill('SIGKILL');
  }
  await closed;
  const isAsAsked = kill === undefined ? child.exitCode === 0 : isThere && child.signalCode === 'SIGKILL';
  if (!isAsAsked) throw new Error(`A world's process ended with ${child.exitCode ?? child.signalCode}, not as asked.`);
}
