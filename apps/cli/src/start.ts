import { realpathSync } from 'node:fs';
import { readConfig } from './config.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { runProgram } from './program.ts';
import { escapeLogCommands } from './render/safe-text.ts';
import type { Terminal } from './terminal.ts';

const INPUT_BYTES_MAX = 16_777_216;
const { stdin, stdout, stderr } = process;

async function readInput(): Promise<string> {
  if (stdin.isTTY) return '';
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin) {
    size += part.length;
    if (size > INPUT_BYTES_MAX) throw new RangeError(`There is more on standard input than ${INPUT_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Runs the command with the streams and settings of this process. No file or variable can change the second argument. */
export function startProgram(
  words: readonly string[],
  { hookDeadlineMs }: Pick<Terminal, 'hookDeadlineMs'>,
): Promise<ExitCode> {
  const config = readConfig(process.env);
  const toLog = (text: string): string => (config.isPipelineLog ? escapeLogCommands(text) : text);
  // A consumer such as `head` may close the pipe early. The output is then incomplete, so the exit code is not success.
  stdout.on('error', () => process.exit(EXIT.undecided));
  return runProgram(words, {
    cwd: realpathSync(process.cwd()),
    out: (text) => stdout.write(toLog(text)),
    err: (text) => stderr.write(toLog(text)),
    isOutColoured: stdout.isTTY && !config.isColourForbidden,
    isErrInteractive: stderr.isTTY,
    canAsk: stdin.isTTY && stderr.isTTY,
    columns: stdout.columns ?? 100,
    now: () => performance.now(),
    today: new Date().toISOString().slice(0, 10),
    config,
    hookDeadlineMs,
    readInput,
    ask,
  });
}
