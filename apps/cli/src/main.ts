#!/usr/bin/env node
import '@assay/audit/own-sources';
import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { EXIT } from './exit-codes.ts';

// Compiled code is kept beside the installed packages, never in a folder others can write to. Where that fails, starts are slower.
const HERE = fileURLToPath(new URL('.', import.meta.url));
const [modules] = /^.*\/node_modules\//.exec(HERE) ?? [`${HERE}../../../node_modules/`];
enableCompileCache(`${modules}.cache/assay`);
// A failure that nothing else catches is no verdict: Node would end with 1, which means UNSAFE.
process.on('uncaughtException', (error) => {
  process.stderr.write(`assay: internal error: ${error.message.replace(/[^\x20-\x7e]/g, '?')}\n`);
  process.exit(EXIT.internal);
});
const { runProgram } = await import('./program.ts');
const { escapeLogCommands } = await import('./render/safe-text.ts');

const INPUT_BYTES_MAX = 16_777_216;
const { stdin, stdout, stderr } = process;
const config = readConfig(process.env);
const toLog = (text: string): string => (config.isPipelineLog ? escapeLogCommands(text) : text);

// A reader such as `head` may close the pipe early. Nobody saw the rest, so nothing is called safe.
stdout.on('error', () => process.exit(EXIT.undecided));

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

process.exitCode = await runProgram(process.argv.slice(2), {
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
  readInput,
  ask,
});
