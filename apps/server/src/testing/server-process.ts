import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from './compile-cache.ts';

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));
const LISTENING = /Server listening at (http:\/\/[^"\s]+)/;
const LAST_LINES = 40;
const READY = /"msg":"ready"|^Stop {2,}Ctrl-C/;

export const SERVER_PROCESS_KEY = 'administrative-key-of-a-test-process';

type ServerProcessOptions = {
  /** The environment variables. The environment of the test is not passed on. */
  env: Record<string, string>;
  args?: readonly string[];
  /** Runs the repository's start script, like a person, instead of Node with the program. */
  withNpm?: boolean;
};

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The real program in a separate process, on a free port unless `env` sets one. */
export function spawnServer({ env, args = [], withNpm = false }: ServerProcessOptions) {
  const [command, ...words] = withNpm ? ['npm', 'start'] : [process.execPath, PROGRAM, ...args];
  const child = spawn(command, words, {
    cwd: ROOT,
    env: {
      ...(withNpm && { PATH: process.env.PATH }),
      ...COMPILE_CACHE,
      PORT: '0',
      PUBLIC_BASE_URL: 'http://assay.localhost',
      ALLOW_UNREAD_INSTRUCTIONS: '1',
      REVIEWS_GIVE_WAY: '0',
      RATE_LIMITS: 'off',
      GOD_API_KEY: SERVER_PROCESS_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors = text(child.stderr);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const closed = once(child, 'close').then(() => undefined);
  const listening = new Promise<string>((resolve) => {
    output.on('line', (line) => {
      const [, url] = LISTENING.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const ready = new Promise<true>((resolve) => {
    output.on('line', (line) => READY.test(line) && resolve(true));
  });
  const spoken = once(output, 'line').then((): true => true);
  const orEnded = async <T>(heard: Promise<T>): Promise<T> => {
    const outcome = await Promise.race([heard, closed]);
    if (outcome === undefined) throw new Error(`The server ended too early: ${await errors}`);
    return outcome;
  };

  return {
    pid: child.pid ?? 0,
    /** Resolves to the server's URL. Throws when the process ends before it listens. */
    listening: (): Promise<string> => orEnded(listening),
    /** Resolves at the first log line, when the start is in progress. */
    spoken: (): Promise<true> => orEnded(spoken),
    /** Resolves when all roles run, also in a process without an HTTP server. */
    ready: (): Promise<true> => orEnded(ready),
    /** Resolves when the process has ended, on its own or by a signal. */
    async ended(): Promise<{ code: number | null; stdout: string; stderr: string }> {
      await closed;
      return { code: child.exitCode, stdout: lines.join('\n'), stderr: await errors };
    },
    /** The last log lines, for diagnosis of a timeout. */
    lastWords: (): string => lines.slice(-LAST_LINES).join('\n'),
    kill: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): boolean => child.kill(signal),
  };
}
export type ServerProcess = ReturnType<typeof spawnServer>;
