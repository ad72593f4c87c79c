/** Starts a program of this repository, waits until it answers, and stops it by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export type Running = {
  readonly child: ChildProcess;
  readonly port: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
};

const START_MS = 120_000;
const POLL_MS = 10;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What `npm start` runs: `exec env` with settings of the environment first, then `node`, its switches and the program. */
function readStart(root: string): { args: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const nodeAt = words.indexOf('node');
  const settings = words.slice(words.indexOf('env') + 1, nodeAt);
  return { args: words.slice(nodeAt + 1), env: Object.fromEntries(settings.map((setting) => setting.split('='))) };
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** A running program whose `path` answered 200; `readyMs` is how long that took from its start. */
export async function startProgram(
  args: readonly string[],
  env: Record<string, string>,
  path: string,
  output: number | 'ignore' = 'ignore',
  root = ROOT,
): Promise<Running & { readyMs: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...env,
      PORT: String(port),
      STATUS_PORT: String(port),
    },
    stdio: ['ignore', output, output === 'ignore' ? 'inherit' : output],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const running: Running = {
    child,
    port,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
  while (performance.now() - startedAt < START_MS) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} ended with ${child.exitCode} before it was ready`);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    if (answer?.status === 200) return { ...running, readyMs: performance.now() - startedAt };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await running.stop('SIGKILL');
  throw new Error(`${args.at(-1)} was not ready in time`);
}

/** `root` is the folder of another version. */
export function startServer(env: Record<string, string>, path = '/readyz', output?: number, root?: string) {
  const start = readStart(root ?? ROOT);
  return startProgram(start.args, { ...start.env, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...env }, path, output, root);
}

/** Resident memory of a process, as the kernel counts it. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

const TICK_MS = 10;

/** Processor time that a process has used so far, all its threads together. */
export function processorMs(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = after.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
