import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import { preparePython, startPython } from './start.ts';

/** Starts and ends interpreters for one sandbox process and connects them to it. The keeper does not parse the bytes. */
type PythonKeeper = {
  start(): void;
  /** Ends the running interpreter. Another may be started. */
  end(): void;
  close(): void;
};

/** `onReady` is called when the interpreter sends its first message or is gone. */
export function createKeeper(line: Duplex, onReady: () => void): PythonKeeper {
  let current: ChildProcess | undefined;
  let isOver = false;
  const gone = (reason?: string) => {
    if (isOver) return;
    onReady();
    // The previous line may be incomplete.
    if (!line.destroyed) line.write(`\n${JSON.stringify({ gone: reason ?? null })}\n`);
  };

  async function start(): Promise<void> {
    const home = await preparePython();
    if (isOver) return;
    if ('missing' in home) return gone(home.missing);
    const child = startPython(home);
    current = child;
    const other = child.stdio[3];
    if (!(other instanceof Duplex)) return gone();
    other.on('error', () => undefined);
    other.once('data', onReady);
    other.pipe(line, { end: false });
    line.pipe(other);
    const leave = () => {
      if (current !== child) return;
      current = undefined;
      line.unpipe();
      gone();
    };
    child.once('error', leave);
    child.once('close', leave);
  }

  return {
    start: () => void start(),
    end: () => void current?.kill('SIGKILL'),
    close() {
      isOver = true;
      current?.kill('SIGKILL');
    },
  };
}
