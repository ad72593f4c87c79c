import { realpathSync } from 'node:fs';
import { readConfig } from './config.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { runProgram } from './program.ts';
import { escapeLogCommands } from './render/safe-text.ts';
import type { Terminal } from './terminal.ts';

const INPUT_BYTES_MAX = 16_777_216;

/** The settings and streams of a process. */
export type Host = {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: () => string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
};

async function readInput(stdin: Host['stdin']): Promise<string> {
  if (stdin.isTTY) return '';
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > INPUT_BYTES_MAX) throw new RangeError(`Standard input has more than ${INPUT_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function ask(question: string, { stdin, stderr }: Host): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Starts a command's own processes. The module loads only with a command that reviews. */
export const openOwnEngine: Terminal['openEngine'] = async (settings) =>
  (await import('./review/engine.ts')).openEngine(settings);

/** Runs the command with the streams and settings of a process. No file or variable can change the second argument. */
export function startProgram(
  words: readonly string[],
  { hookDeadlineMs, openEngine, decide }: Pick<Terminal, 'hookDeadlineMs' | 'openEngine' | 'decide'>,
  host: Host = process,
): Promise<ExitCode> {
  const { stdin, stdout, stderr } = host;
  const config = readConfig(host.env);
  const toLog = (text: string): string => (config.isPipelineLog ? escapeLogCommands(text) : text);
  // A consumer such as `head` may close the pipe early. The output is then incomplete, so the exit code is not success.
  stdout.on('error', () => process.exit(EXIT.undecided));
  return runProgram(words, {
    cwd: realpathSync(host.cwd()),
    out: (text) => stdout.write(toLog(text)),
    err: (text) => stderr.write(toLog(text)),
    isOutColoured: stdout.isTTY === true && !config.isColourForbidden,
    isErrInteractive: stderr.isTTY === true,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    columns: stdout.columns ?? 100,
    now: () => performance.now(),
    today: new Date().toISOString().slice(0, 10),
    config,
    hookDeadlineMs,
    openEngine,
    decide,
    readInput: () => readInput(stdin),
    ask: (question) => ask(question, host),
  });
}
