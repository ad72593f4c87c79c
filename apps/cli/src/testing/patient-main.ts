/** The command as `main.ts` starts it, with a deadline for the hook that no busy machine reaches. */
import '@assay/audit/own-sources';
import { startProgram } from '../start.ts';

const HOOK_DEADLINE_MS = 600_000;

process.exitCode = await startProgram(process.argv.slice(2), { hookDeadlineMs: HOOK_DEADLINE_MS });
