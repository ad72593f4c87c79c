/** Starts the command like `main.ts`, with a hook deadline that even a busy machine does not reach. */
import '@assay/audit/own-sources';
import { openOwnEngine, startProgram } from '../start.ts';

const HOOK_DEADLINE_MS = 600_000;

process.exitCode = await startProgram(process.argv.slice(2), {
  hookDeadlineMs: HOOK_DEADLINE_MS,
  openEngine: openOwnEngine,
});
