#!/usr/bin/env node
import '@assay/audit/own-sources';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit-codes.ts';
import { HOOK_DEADLINE_MS } from './hook/deadline.ts';

// The compile cache is beside the installed packages, never in a folder that others can write to. If that fails,
// startup is slower.
const HERE = fileURLToPath(new URL('.', import.meta.url));
const [modules] = /^.*\/node_modules\//.exec(HERE) ?? [`${HERE}../../../node_modules/`];
enableCompileCache(`${modules}.cache/assay`);
// An uncaught failure is not a verdict: Node would exit with 1, which means UNSAFE.
process.on('uncaughtException', (error) => {
  process.stderr.write(`assay: internal error: ${error.message.replace(/[^\x20-\x7e]/g, '?')}\n`);
  process.exit(EXIT.internal);
});
const words = process.argv.slice(2);
const answered = words[0] === 'hook' ? (await import('./hook/start.ts')).startHook(words) : undefined;
const startWhole = async () => {
  const { openOwnEngine, startProgram } = await import('./start.ts');
  return startProgram(words, { hookDeadlineMs: HOOK_DEADLINE_MS, openEngine: openOwnEngine });
};

process.exitCode = await (answered ?? startWhole());
