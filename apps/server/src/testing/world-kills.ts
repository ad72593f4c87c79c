import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SocketConnection } from '../platform/db/index.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

const PROGRAM = fileURLToPath(new URL('./world-process.ts', import.meta.url));
type Stage = 'lives' | 'written' | 'stored';
export type KillAt = { readonly tick: number; readonly stage: Stage };

/** Moves the small world on until `until`, or until it is killed at the place named. Says whether it got to its end. */
export async function runWorldProcess(connection: SocketConnection, until: number, kill?: KillAt): Promise<boolean> {
  const args = [JSON.stringify(connection), String(until), String(kill?.tick ?? -1), kill?.stage ?? 'none'];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: COMPILE_CACHE,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    if (kill !== undefined && line === `${kill.stage} ${kill.tick}`) child.kill('SIGKILL');
  }
  await closed;
  return child.exitCode === 0;
}
