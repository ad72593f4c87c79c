#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { EXIT } from './exit-codes.ts';

// Compiled code is kept beside the installed packages, never in a folder others can write to. Where that fails, starts are slower.
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/assay', import.meta.url));
enableCompileCache(CACHE);
const { runProgram } = await import('./program.ts');

const { stdout, stderr } = process;
const { isColourForbidden, models } = readConfig(process.env);

// A reader such as `head` may close the pipe early. Nobody saw the rest, so nothing is called safe.
stdout.on('error', () => process.exit(EXIT.undecided));

process.exitCode = await runProgram(process.argv.slice(2), {
  cwd: realpathSync(process.cwd()),
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  isOutColoured: stdout.isTTY && !isColourForbidden,
  isErrInteractive: stderr.isTTY,
  columns: stdout.columns ?? 100,
  now: () => performance.now(),
  today: new Date().toISOString().slice(0, 10),
  models,
});
