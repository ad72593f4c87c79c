import { Socket } from 'node:net';

const LINE_LIMITS = { lineCharsMax: 16_777_216, endCharsMax: 131_072 } as const;

/** The socket to the interpreter. The parent connects it on request. */
const LINE_FD = 3;

type PythonMessage =
  | { kind: 'asked'; op: string; args: unknown[] }
  /** `isLast` marks the last message of a process that ends itself. */
  | { kind: 'ended'; stdout: string; exitCode: number; isLast: boolean; limit?: string }
  /** The process is gone. With a reason, it never started. */
  | { kind: 'gone'; reason?: string };

type TimeLimit = (() => boolean) & { end(): void };
export type PythonLine = {
  /** Ensures that an interpreter runs and returns its number. */
  start(): number;
  is(process: number): boolean;
  write(message: object | string): void;
  next(): Promise<PythonMessage>;
  /** Ends the process when a run takes too long; the result tells whether it did. Counters stop almost all runs earlier. */
  limit(): TimeLimit;
};

/** Asks the parent, because only the parent may start and end processes. */
const tellParent = (what: 'start' | 'end'): void => void process.stdout.write(`${JSON.stringify({ python: what })}\n`);

export function openLine(runWallMs: number): PythonLine {
  const socket = new Socket({ fd: LINE_FD, readable: true, writable: true });
  socket.unref();
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  const waiting: PythonMessage[] = [];
  let wake: (() => void) | undefined;
  let held = '';
  let isThere = false;
  let count = 0;
  socket.on('data', (chunk: string) => {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    if (held.length > LINE_LIMITS.lineCharsMax) tellParent('end');
    for (const line of lines) if (line !== '') waiting.push(parseMessage(line));
    wake?.();
  });

  return {
    start() {
      if (!isThere) {
        isThere = true;
        count += 1;
        tellParent('start');
      }
      return count;
    },
    is: (process) => isThere && process === count,
    write: (message) => void socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    async next() {
      socket.ref();
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      socket.unref();
      const message = waiting.shift() ?? { kind: 'gone' };
      if (message.kind === 'gone') isThere = false;
      return message;
    },
    limit() {
      let isReached = false;
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        timer ??= setTimeout(() => {
          isReached = true;
          tellParent('end');
        }, runWallMs);
      };
      // The clock starts with the first message, so the start of an interpreter does not count.
      socket.once('data', begin);
      const end = () => {
        socket.off('data', begin);
        clearTimeout(timer);
      };
      return Object.assign(() => isReached, { end });
    },
  };
}

/** The other side ran hostile code, so any malformed message ends the run. */
function parseMessage(line: string): PythonMessage {
  try {
    const value = Object(JSON.parse(line));
    if (typeof value.op === 'string' && Array.isArray(value.args))
      return { kind: 'asked', op: value.op, args: value.args };
    if (typeof value.gone === 'string') return { kind: 'gone', reason: value.gone };
    const { stdout, exitCode, limit, isLast } = Object(value.end);
    if (typeof stdout === 'string' && stdout.length <= LINE_LIMITS.endCharsMax && Number.isSafeInteger(exitCode))
      return {
        kind: 'ended',
        stdout,
        exitCode,
        isLast: isLast === true,
        ...(typeof limit === 'string' ? { limit: limit.slice(0, 60) } : {}),
      };
  } catch {
    // The process ended in the middle of a line.
  }
  return { kind: 'gone' };
}
