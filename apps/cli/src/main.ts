#!/usr/bin/env node
import '@assay/audit/own-sources';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { EXIT } from './exit-codes.ts';
import { HOOK_DEADLINE_MS } from './hook/deadline.ts';

// For a checkout. The starter of the installed command chooses a folder of the user.
if (!import.meta.url.includes('/node_modules/'))
  enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/assay', import.meta.url)));
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
