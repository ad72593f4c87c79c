import { type ChildProcess, spawn } from 'node:child_process';

type ProgramCall = {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: string;
  readonly timeoutMs: number;
};

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly stdout: string }
  | { readonly kind: 'timeout' | 'not-started' | 'too-much-output' };

const OUTPUT_BYTES_MAX = 8_388_608;

/**
 * Runs a program in a process group of its own. The group is killed at the deadline and after the program has ended, so that
 * nothing it started outlives the call.
 */
export function runProgram({ file, args, env, cwd, input = '', timeoutMs }: ProgramCall): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    const forget = killWithUs(child);
    const chunks: Buffer[] = [];
    let size = 0;
    let cause: 'timeout' | 'too-much-output' | undefined;
    const stop = (why: 'timeout' | 'too-much-output'): void => {
      cause ??= why;
      killGroup(child);
    };
    const deadline = setTimeout(() => stop('timeout'), timeoutMs);
    const end = (result: ProgramEnd): void => {
      clearTimeout(deadline);
      killGroup(child);
      forget();
      resolve(result);
    };
    child.stdin.on('error', () => undefined).end(input); // a program may end before it has read everything
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > OUTPUT_BYTES_MAX) stop('too-much-output');
      else chunks.push(chunk);
    });
    // A child of the program may hold the pipe open. The group kill ends it, and `close` follows.
    child.on('exit', () => killGroup(child));
    child.on('error', () => end({ kind: 'not-started' }));
    child.on('close', (code) =>
      end(
        cause === undefined ? { kind: 'ended', code, stdout: Buffer.concat(chunks).toString('utf8') } : { kind: cause },
      ),
    );
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group no longer exists.
  }
}

/** A separate group does not receive Ctrl-C from the terminal, so this process passes its signals on. */
function killWithUs(child: ChildProcess): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    killGroup(child);
    forget();
    process.kill(process.pid, signal);
  };
  const onExit = (): void => killGroup(child);
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('exit', onExit);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('exit', onExit);
  return forget;
}
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
